import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Author } from './author.entity.js';
import { Book } from './book.entity.js';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';
import { StockController } from './stock.controller.js';
import { StockService } from './stock.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Author, Book])],
  controllers: [BooksController, StockController],
  providers: [BooksService, StockService],
  exports: [BooksService, StockService],
})
export class CatalogueModule {}
