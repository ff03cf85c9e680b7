import { Column, Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import { Author } from './author.entity.js';
import type { Genre } from './genre.js';

@Entity()
export class Book {
  @PrimaryColumn('text')
  isbn!: string;

  @Column('text')
  title!: string;

  @ManyToOne(() => Author, { eager: true, nullable: false })
  author!: Author;

  @Column('text')
  genre!: Genre;

  @Column('integer')
  priceCents!: number;

  @Column('integer')
  stock!: number;

  @Column('text')
  publishedOn!: string;
}
