import { Controller, Get, Param, Query } from '@nestjs/common';
import type { BookPage } from './book-page.js';
import type { Book } from './book.entity.js';
import { BooksService } from './books.service.js';
import { BookIsbnDto } from './dto/book-isbn.dto.js';
import { SearchBooksDto } from './dto/search-books.dto.js';
import type { Genre } from './genre.js';

@Controller('books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  @Get()
  search(@Query() query: SearchBooksDto): Promise<BookPage> {
    return this.books.searchBooks(query);
  }

  @Get('genres')
  genres(): Genre[] {
    return this.books.listGenres();
  }

  @Get(':isbn')
  findOne(@Param() params: BookIsbnDto): Promise<Book> {
    return this.books.findBook(params);
  }
}
