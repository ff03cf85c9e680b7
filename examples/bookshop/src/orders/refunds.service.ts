import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { McpTool } from 'nest-mcp';
import { StockService } from '../catalogue/stock.service.js';
import { Transactions } from '../database/transactions.js';
import { type OrderDto, toOrderDto } from './dto/order.dto.js';
import { RefundOrderDto } from './dto/refund-order.dto.js';
import { OrderStatus } from './order-status.js';
import { totalOf } from './order-total.js';
import { Order } from './order.entity.js';
import { Refund } from './refund.entity.js';

/** Gives the money back. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly stock: StockService,
    private readonly transactions: Transactions,
  ) {}

  @McpTool({
    description: 'Refund an order completely',
    annotations: { destructiveHint: true },
  })
  refundOrder({ number, reason, restock }: RefundOrderDto): Promise<OrderDto> {
    return this.transactions.run(async (manager) => {
      const order = await manager.findOneBy(Order, { number });
      if (!order) {
        throw new NotFoundException(`There is no order ${number}`);
      }
      if (order.refund) {
        throw new ConflictException(`The order ${number} has been refunded already`);
      }
      if (restock) {
        for (const { book, quantity } of order.lines) {
          await this.stock.putBack(manager, book.isbn, quantity);
        }
      }
      const amountCents = totalOf(order.lines) + order.shippingCents;
      order.refund = manager.create(Refund, { amountCents, reason, refundedAt: new Date() });
      order.status = OrderStatus.Refunded;
      return toOrderDto(await manager.save(order));
    });
  }
}
