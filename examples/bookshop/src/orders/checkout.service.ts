import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { BooksService } from '../catalogue/books.service.js';
import { StockService } from '../catalogue/stock.service.js';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../database/transactions.js';
import { ShopSettings } from '../settings/shop-settings.js';
import { type OrderDto, toOrderDto } from './dto/order.dto.js';
import { PlaceOrderDto, type PlaceOrderLineDto } from './dto/place-order.dto.js';
import { nextOrderNumber } from './order-number.js';
import { OrderStatus } from './order-status.js';
import { totalOf, type PricedLine } from './order-total.js';
import { Order } from './order.entity.js';

/** Turns a basket into an order. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly books: BooksService,
    private readonly stock: StockService,
    private readonly customers: CustomersService,
    private readonly settings: ShopSettings,
    private readonly transactions: Transactions,
  ) {}

  @McpTool({
    description: 'Place an order for a customer and take the books from the stock',
    annotations: { destructiveHint: false },
  })
  async placeOrder(input: PlaceOrderDto, ctx?: McpContext): Promise<OrderDto> {
    await ctx?.progress(1, { total: 3, message: 'looking the books up' });
    const customer = await this.customers.findCustomer({ id: input.customerId });
    const lines = await Promise.all(input.lines.map((line) => this.priceLine(line)));
    await ctx?.progress(2, { total: 3, message: 'taking them from the shelf' });
    const order = await this.transactions.run(async (manager) => {
      for (const { book, quantity } of lines) {
        await this.stock.take(manager, book, quantity);
      }
      const placed = manager.create(Order, {
        number: await nextOrderNumber(manager),
        customer,
        status: OrderStatus.Paid,
        placedAt: new Date(),
        shippingCents: this.shippingFor(lines),
        lines,
      });
      return manager.save(placed);
    });
    await ctx?.progress(3, { total: 3, message: 'order placed' });
    return toOrderDto(order);
  }

  private async priceLine({ isbn, quantity }: PlaceOrderLineDto) {
    const book = await this.books.findBook({ isbn });
    return { book, quantity, unitPriceCents: book.priceCents };
  }

  private shippingFor(lines: readonly PricedLine[]): number {
    const { shippingCents, freeShippingFromCents } = this.settings;
    return totalOf(lines) >= freeShippingFromCents ? 0 : shippingCents;
  }
}
