import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpCompletion, McpResource, McpTool } from 'nest-mcp';
import { Like, type Repository } from 'typeorm';
import type { BookPage } from './book-page.js';
import { Book } from './book.entity.js';
import { BookIsbnDto } from './dto/book-isbn.dto.js';
import { BookOrder, SearchBooksDto } from './dto/search-books.dto.js';
import { Genre } from './genre.js';

const ordering = {
  [BookOrder.Title]: { 'book.title': 'ASC' },
  [BookOrder.Cheapest]: { 'book.priceCents': 'ASC' },
  [BookOrder.Dearest]: { 'book.priceCents': 'DESC' },
  [BookOrder.Newest]: { 'book.publishedOn': 'DESC' },
} as const;

@Injectable()
export class BooksService {
  constructor(@InjectRepository(Book) private readonly books: Repository<Book>) {}

  @McpTool({
    description: 'Search the catalogue by title, author, genre, price and availability',
    annotations: { readOnlyHint: true },
  })
  async searchBooks(query: SearchBooksDto): Promise<BookPage> {
    const { text, genre, maxPriceCents, inStock, sort, page, pageSize } = query;
    const select = this.books
      .createQueryBuilder('book')
      .innerJoinAndSelect('book.author', 'author')
      .orderBy({ ...ordering[sort], 'book.isbn': 'ASC' })
      .skip((page - 1) * pageSize)
      .take(pageSize);
    if (text) {
      select.andWhere('(book.title LIKE :like OR author.name LIKE :like)', { like: `%${text}%` });
    }
    if (genre) {
      select.andWhere('book.genre = :genre', { genre });
    }
    if (maxPriceCents !== undefined) {
      select.andWhere('book.priceCents <= :maxPriceCents', { maxPriceCents });
    }
    if (inStock !== undefined) {
      select.andWhere(inStock ? 'book.stock > 0' : 'book.stock = 0');
    }
    const [books, total] = await select.getManyAndCount();
    return { total, page, pageSize, books };
  }

  @McpTool({ description: 'Find one book by its ISBN', annotations: { readOnlyHint: true } })
  @McpResource({ uriTemplate: 'bookshop://books/{isbn}', mimeType: 'application/json' })
  async findBook({ isbn }: BookIsbnDto): Promise<Book> {
    const book = await this.books.findOneBy({ isbn });
    if (!book) {
      throw new NotFoundException(`There is no book with the ISBN ${isbn}`);
    }
    return book;
  }

  @McpResource({ uri: 'bookshop://catalogue/genres', mimeType: 'application/json' })
  listGenres(): Genre[] {
    return Object.values(Genre);
  }

  @McpCompletion({ uriTemplate: 'bookshop://books/{isbn}', variable: 'isbn' })
  async isbnsStartingWith(prefix: string): Promise<string[]> {
    const books = await this.books.find({
      select: { isbn: true },
      where: { isbn: Like(`${prefix}%`) },
      order: { isbn: 'ASC' },
      loadEagerRelations: false,
    });
    return books.map((book) => book.isbn);
  }
}
