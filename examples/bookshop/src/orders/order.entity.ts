import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { OrderLine } from './order-line.entity.js';
import type { OrderStatus } from './order-status.js';
import { Refund } from './refund.entity.js';

@Entity()
export class Order {
  @PrimaryColumn('text')
  number!: string;

  @ManyToOne(() => Customer, { eager: true, nullable: false })
  customer!: Customer;

  @Column('text')
  status!: OrderStatus;

  @Column('datetime')
  placedAt!: Date;

  @Column('integer')
  shippingCents!: number;

  @OneToMany(() => OrderLine, (line) => line.order, { eager: true, cascade: true })
  lines!: Relation<OrderLine>[];

  @OneToOne(() => Refund, (refund) => refund.order, { eager: true, cascade: true })
  refund?: Relation<Refund> | null;
}
