import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class Author {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  name!: string;

  @Column('text')
  country!: string;
}
