import { Injectable } from '@nestjs/common';
import { McpCompletion, McpPrompt } from 'nest-mcp';
import { StockService } from '../catalogue/stock.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { ComplaintReplyDto } from './dto/complaint-reply.dto.js';
import { Tone } from './tone.js';

/** Starting points for the people at the desk. */
@Injectable()
export class SupportService {
  constructor(
    private readonly orders: OrdersService,
    private readonly stock: StockService,
  ) {}

  @McpPrompt({ description: 'Draft a reply to a complaint about an order' })
  async complaintReply({ number, tone }: ComplaintReplyDto): Promise<string> {
    const order = await this.orders.findOrder({ number });
    const titles = order.lines.map((line) => `${line.quantity} × ${line.title}`).join(', ');
    return [
      `Write a reply to ${order.customer.name}, who complains about order ${number}.`,
      `The order of ${order.placedAt.slice(0, 10)} is ${order.status} and contains: ${titles}.`,
      `Keep the tone ${tone}. Offer a refund only if the order has not been refunded.`,
    ].join('\n');
  }

  @McpPrompt({ description: 'Plan what to reorder from the publishers' })
  async restockPlan(): Promise<string> {
    const { low } = await this.stock.stockReport({});
    const shelf = low.map(({ title, isbn, stock }) => `- ${title} (${isbn}): ${stock} left`);
    return ['Plan the next reorder. These books are running out:', ...shelf].join('\n');
  }

  @McpCompletion({ prompt: 'complaint_reply', argument: 'tone' })
  tonesStartingWith(value: string): Tone[] {
    return Object.values(Tone).filter((tone) => tone.startsWith(value));
  }
}
