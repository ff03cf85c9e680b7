import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpTool } from 'nest-mcp';
import { type EntityManager, MoreThanOrEqual, type Repository } from 'typeorm';
import { ShopSettings } from '../settings/shop-settings.js';
import { Book } from './book.entity.js';
import { StockReportQueryDto } from './dto/stock-report-query.dto.js';
import { StockReportDto } from './dto/stock-report.dto.js';

@Injectable()
export class StockService {
  constructor(
    @InjectRepository(Book) private readonly books: Repository<Book>,
    private readonly settings: ShopSettings,
  ) {}

  @McpTool({
    description: 'Count the stock, its value and the books that run out',
    annotations: { readOnlyHint: true },
    output: StockReportDto,
  })
  async stockReport({ genre, lowStock }: StockReportQueryDto): Promise<StockReportDto> {
    const limit = lowStock ?? this.settings.lowStock;
    const books = await this.books.find({
      where: genre ? { genre } : {},
      order: { stock: 'ASC', title: 'ASC' },
      loadEagerRelations: false,
    });
    return {
      titles: books.length,
      copies: books.reduce((sum, book) => sum + book.stock, 0),
      valueCents: books.reduce((sum, book) => sum + book.stock * book.priceCents, 0),
      currency: this.settings.currency,
      low: books
        .filter((book) => book.stock <= limit)
        .map(({ isbn, title, stock }) => ({ isbn, title, stock })),
    };
  }

  /** Takes copies off the shelf, inside the caller's transaction. */
  async take(manager: EntityManager, book: Book, quantity: number): Promise<void> {
    const enough = { isbn: book.isbn, stock: MoreThanOrEqual(quantity) };
    const { affected } = await manager.decrement(Book, enough, 'stock', quantity);
    if (affected === 0) {
      throw new ConflictException(`“${book.title}” is not in stock ${quantity} times`);
    }
  }

  /** Puts copies back on the shelf, inside the caller's transaction. */
  async putBack(manager: EntityManager, isbn: string, quantity: number): Promise<void> {
    await manager.increment(Book, { isbn }, 'stock', quantity);
  }
}
