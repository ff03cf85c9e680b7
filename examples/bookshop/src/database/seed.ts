import type { DataSource } from 'typeorm';
import { Author } from '../catalogue/author.entity.js';
import { Book } from '../catalogue/book.entity.js';
import { Customer } from '../customers/customer.entity.js';
import { OrderLine } from '../orders/order-line.entity.js';
import { Order } from '../orders/order.entity.js';
import { readRecords } from './records.js';

/** Fills an empty database. */
export async function seed(dataSource: DataSource): Promise<void> {
  const { authors, books, customers, orders } = readRecords();
  const lines = orders.flatMap((order) =>
    order.lines.map(({ isbn, quantity, unitPriceCents }) => ({
      order: { number: order.number },
      book: { isbn },
      quantity,
      unitPriceCents,
    })),
  );
  await dataSource.transaction(async (manager) => {
    await manager.insert(Author, authors);
    await manager.insert(
      Book,
      books.map(({ authorId, ...book }) => ({ ...book, author: { id: authorId } })),
    );
    await manager.insert(Customer, customers);
    await manager.insert(
      Order,
      orders.map(({ number, customerId, status, placedAt, shippingCents }) => ({
        number,
        status,
        shippingCents,
        placedAt: new Date(placedAt),
        customer: { id: customerId },
      })),
    );
    await manager.insert(OrderLine, lines);
  });
}
