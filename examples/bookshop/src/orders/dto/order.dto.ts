import type { Order } from '../order.entity.js';
import type { OrderStatus } from '../order-status.js';
import { totalOf } from '../order-total.js';

/** An order as the outside sees it. */
export interface OrderDto {
  number: string;
  status: OrderStatus;
  placedAt: string;
  customer: { id: number; name: string };
  lines: { isbn: string; title: string; quantity: number; unitPriceCents: number }[];
  shippingCents: number;
  totalCents: number;
  refund?: { amountCents: number; reason: string; refundedAt: string };
}

export function toOrderDto(order: Order): OrderDto {
  const { number, status, placedAt, customer, lines, shippingCents, refund } = order;
  return {
    number,
    status,
    placedAt: placedAt.toISOString(),
    customer: { id: customer.id, name: customer.name },
    lines: lines.map(({ book, quantity, unitPriceCents }) => ({
      isbn: book.isbn,
      title: book.title,
      quantity,
      unitPriceCents,
    })),
    shippingCents,
    totalCents: totalOf(lines) + shippingCents,
    ...(refund && {
      refund: {
        amountCents: refund.amountCents,
        reason: refund.reason,
        refundedAt: refund.refundedAt.toISOString(),
      },
    }),
  };
}
