import type { Book } from './book.entity.js';

export interface BookPage {
  total: number;
  page: number;
  pageSize: number;
  books: Book[];
}
