import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class Customer {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text')
  city!: string;
}
