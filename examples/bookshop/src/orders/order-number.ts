import type { EntityManager } from 'typeorm';
import { Order } from './order.entity.js';

/** The number after the highest one given out. */
export async function nextOrderNumber(manager: EntityManager): Promise<string> {
  const [last] = await manager.find(Order, {
    select: { number: true },
    order: { number: 'DESC' },
    take: 1,
    loadEagerRelations: false,
  });
  const serial = last ? Number(last.number.slice('BS-'.length)) : 100_000;
  return `BS-${serial + 1}`;
}
