import {
  Column,
  Entity,
  JoinColumn,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Order } from './order.entity.js';

@Entity()
export class Refund {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToOne(() => Order, (order) => order.refund, { nullable: false })
  @JoinColumn()
  order!: Relation<Order>;

  @Column('integer')
  amountCents!: number;

  @Column('text')
  reason!: string;

  @Column('datetime')
  refundedAt!: Date;
}
