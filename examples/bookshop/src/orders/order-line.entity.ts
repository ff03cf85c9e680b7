import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Book } from '../catalogue/book.entity.js';
import { Order } from './order.entity.js';

@Entity()
export class OrderLine {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Order, (order) => order.lines, { nullable: false })
  order!: Relation<Order>;

  @ManyToOne(() => Book, { eager: true, nullable: false })
  book!: Book;

  @Column('integer')
  quantity!: number;

  @Column('integer')
  unitPriceCents!: number;
}
