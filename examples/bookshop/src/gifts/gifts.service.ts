import { Injectable, NotFoundException } from '@nestjs/common';
import { McpContext, McpTool, McpToolException } from 'nest-mcp';
import type { Book } from '../catalogue/book.entity.js';
import { BooksService } from '../catalogue/books.service.js';
import { BookOrder, SearchBooksDto } from '../catalogue/dto/search-books.dto.js';
import { GiftWishDto } from './dto/gift-wish.dto.js';
import type { GiftAdvice } from './gift-advice.js';

const CANDIDATES = 5;

/** Helps to choose a present, in a conversation with the person and the model at the client. */
@Injectable()
export class GiftsService {
  constructor(private readonly books: BooksService) {}

  /** Nothing here has an effect, so it does no harm that questions run it again (2026-07-28). */
  @McpTool({
    description: 'Choose a book as a present, with a card; asks the customer what is needed',
    annotations: { readOnlyHint: true },
  })
  async chooseGift(ctx: McpContext): Promise<GiftAdvice> {
    await ctx.progress(1, { total: 3, message: 'asking what it is to be' });
    const wish = await ctx.elicit('Who gets the present, and what do they read?', GiftWishDto);
    if (wish.action !== 'accept') throw new McpToolException('Nobody wants a present now');

    await ctx.progress(2, { total: 3, message: 'looking for books' });
    const candidates = await this.candidates(wish.content);
    // Named, since the shelf may have changed when the answer comes.
    const choice = await ctx.elicit(
      `Which of these for ${wish.content.recipient}?`,
      choiceOf(candidates),
      { key: 'book' },
    );
    const book = candidates.find(({ isbn }) => isbn === choice.content?.isbn);
    if (!book) throw new McpToolException('None of the books was chosen');

    await ctx.progress(3, { total: 3, message: 'writing the card' });
    const { content } = await ctx.sample({
      systemPrompt: 'You write gift cards for a bookshop: one short, warm sentence.',
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `“${book.title}” for ${wish.content.recipient}` },
        },
      ],
      maxTokens: 60,
    });
    const card = 'text' in content ? content.text : '';
    return { isbn: book.isbn, title: book.title, priceCents: book.priceCents, card };
  }

  private async candidates({ genre, maxPriceCents }: GiftWishDto): Promise<readonly Book[]> {
    const query = Object.assign(new SearchBooksDto(), {
      genre,
      maxPriceCents,
      inStock: true,
      sort: BookOrder.Newest,
      pageSize: CANDIDATES,
    });
    const { books } = await this.books.searchBooks(query);
    if (books.length > 0) return books;
    throw new NotFoundException(`There is no book of the genre ${genre} for that price`);
  }
}

/** A form made of what is on the shelf. */
const choiceOf = (books: readonly Book[]) => ({
  type: 'object',
  properties: {
    isbn: {
      type: 'string',
      title: 'Book',
      oneOf: books.map(({ isbn, title }) => ({ const: isbn, title })),
    },
  },
  required: ['isbn'],
});
