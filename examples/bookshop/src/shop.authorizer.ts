import { Injectable } from '@nestjs/common';
import { allow, ask, type Authorizer, type Decision, type ToolAuthorization } from 'nest-mcp';
import { OrdersService } from './orders/orders.service.js';
import { ShopSettings } from './settings/shop-settings.js';

/** Everyone may look and buy; whatever cannot be undone needs a person's word. */
@Injectable()
export class ShopAuthorizer implements Authorizer {
  constructor(
    private readonly orders: OrdersService,
    private readonly settings: ShopSettings,
  ) {}

  async authorize({ name, tool, arguments: args }: ToolAuthorization): Promise<Decision> {
    if (!tool?.annotations?.destructiveHint) return allow();
    return ask(`Allow ${name}${await this.stakes(args?.number)}?`);
  }

  authorizeRead(): Decision {
    return allow();
  }

  /** What the person should know; a policy sees arguments as sent, before they are validated. */
  private async stakes(number: unknown): Promise<string> {
    const order = typeof number === 'string' ? await this.orders.lookUp(number) : undefined;
    if (!order) return '';
    const total = (order.totalCents / 100).toFixed(2);
    return ` on ${order.number} (${order.customer.name}, ${total} ${this.settings.currency})`;
  }
}
