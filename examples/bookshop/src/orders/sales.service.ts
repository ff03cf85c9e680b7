import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpContext, McpTool } from 'nest-mcp';
import { And, LessThan, MoreThanOrEqual, type Repository } from 'typeorm';
import { ShopSettings } from '../settings/shop-settings.js';
import { type MonthOfSalesDto, SalesReportDto } from './dto/sales-report.dto.js';
import { SalesReportQueryDto } from './dto/sales-report-query.dto.js';
import { OrderStatus } from './order-status.js';
import { totalOf } from './order-total.js';
import { Order } from './order.entity.js';

const MONTHS = 12;

/** Sums up what was sold. */
@Injectable()
export class SalesService {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    private readonly settings: ShopSettings,
  ) {}

  /** It reads every order of a year, so a client that can follow a task need not wait for it. */
  @McpTool({
    description: 'Sum up the sales of a year, month by month',
    annotations: { readOnlyHint: true },
    output: SalesReportDto,
    task: { statusMessage: 'opening the books', pollIntervalMs: 200 },
  })
  async salesReport({ year }: SalesReportQueryDto, ctx?: McpContext): Promise<SalesReportDto> {
    const months: MonthOfSalesDto[] = [];
    for (let month = 1; month <= MONTHS; month++) {
      ctx?.signal.throwIfAborted();
      await ctx?.progress(month, { total: MONTHS, message: `adding up month ${month}` });
      months.push(await this.salesOf(year, month));
    }
    return {
      year,
      revenueCents: months.reduce((sum, { revenueCents }) => sum + revenueCents, 0),
      currency: this.settings.currency,
      months,
    };
  }

  private async salesOf(year: number, month: number): Promise<MonthOfSalesDto> {
    const begin = new Date(Date.UTC(year, month - 1));
    const end = new Date(Date.UTC(year, month));
    const orders = await this.orders.findBy({
      placedAt: And(MoreThanOrEqual(begin), LessThan(end)),
    });
    const revenueCents = orders
      .filter(({ status }) => status !== OrderStatus.Refunded)
      .reduce((sum, { lines, shippingCents }) => sum + totalOf(lines) + shippingCents, 0);
    return { month, orders: orders.length, revenueCents };
  }
}
