import { readFileSync } from 'node:fs';
import type { Genre } from '../catalogue/genre.js';
import type { OrderStatus } from '../orders/order-status.js';

export interface AuthorRecord {
  id: number;
  name: string;
  country: string;
}

export interface BookRecord {
  isbn: string;
  title: string;
  authorId: number;
  genre: Genre;
  priceCents: number;
  stock: number;
  publishedOn: string;
}

export interface CustomerRecord {
  id: number;
  name: string;
  email: string;
  city: string;
}

export interface OrderRecord {
  number: string;
  customerId: number;
  status: OrderStatus;
  placedAt: string;
  shippingCents: number;
  lines: { isbn: string; quantity: number; unitPriceCents: number }[];
}

export interface Records {
  authors: AuthorRecord[];
  books: BookRecord[];
  customers: CustomerRecord[];
  orders: OrderRecord[];
}

/** Reads the data files of the example. */
export function readRecords(): Records {
  return {
    authors: readTable('authors'),
    books: readTable('books'),
    customers: readTable('customers'),
    orders: readTable('orders'),
  };
}

function readTable<Name extends keyof Records>(name: Name): Records[Name] {
  const file = new URL(`../../data/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Records[Name];
}
