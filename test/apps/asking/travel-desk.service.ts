import { Injectable } from '@nestjs/common';
import { IsEmail, IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { McpContext } from 'nest-mcp';
import { McpClientRequestError, McpCtx, McpPrompt, McpResource, McpTool } from 'nest-mcp';

export enum Seat {
  Window = 'window',
  Aisle = 'aisle',
}

export class TravellerDto {
  @IsEmail()
  mail!: string;

  @IsEnum(Seat)
  seat!: Seat;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(3)
  bags?: number;
}

const SURE = {
  type: 'object',
  properties: { sure: { type: 'boolean', default: false } },
  required: ['sure'],
} as const;

/** Asks in every way there is. */
@Injectable()
export class TravelDeskService {
  /** Numbers given to bookings. */
  private bookings = 0;

  @McpTool({ description: 'Book a seat: asks who travels, then whether they are sure' })
  async book(@McpCtx() ctx: McpContext): Promise<string> {
    const number = await ctx.once('number', () => ++this.bookings);
    const told = await ctx.elicit('Who travels?', TravellerDto);
    if (told.action !== 'accept') return `nobody travels: ${told.action}`;
    const { mail, seat, bags = 0 } = told.content;
    const sure = await ctx.elicit(`Book ${seat} for ${mail}?`, SURE, { key: 'sure' });
    if (sure.action !== 'accept' || sure.content.sure !== true) return 'not booked';
    return `booking ${number}: ${mail}, ${seat}, ${bags} bags`;
  }

  @McpTool({ description: 'How many numbers were given to bookings' })
  numbers(): string {
    return String(this.bookings);
  }

  @McpTool({ description: 'Ask the model and the roots at once' })
  async brief(@McpCtx() ctx: McpContext): Promise<string> {
    const [{ content, model }, roots] = await Promise.all([
      ctx.sample({
        systemPrompt: 'You are brief.',
        messages: [{ role: 'user', content: { type: 'text', text: 'Where to?' } }],
        maxTokens: 20,
      }),
      ctx.listRoots(),
    ]);
    const [block] = Array.isArray(content) ? content : [content];
    return `${model} says ${block?.text}; ${roots.map(({ name }) => name).join(', ')}`;
  }

  @McpTool({ description: 'Send the person to a page' })
  async pay(@McpCtx() ctx: McpContext): Promise<string> {
    const page = { message: 'Pay there', url: 'https://pay.example/42' };
    return (await ctx.elicitUrl(page)).action;
  }

  @McpTool({ description: 'Ask three things at once' })
  async survey(@McpCtx() ctx: McpContext): Promise<string> {
    const answers = await Promise.all(
      ['sun', 'snow', 'sea'].map((what) => ctx.elicit(`${what}?`, SURE)),
    );
    return answers.map(({ content }) => content?.sure).join(' ');
  }

  @McpTool({ description: 'Why the client could not be asked' })
  async excuse(@McpCtx() ctx: McpContext): Promise<string> {
    try {
      return (await ctx.elicit('Anything else?', SURE)).action;
    } catch (error) {
      if (!(error instanceof McpClientRequestError)) throw error;
      return `${error.reason} ${error.code}`;
    }
  }

  @McpPrompt({ description: 'A postcard' })
  async postcard(@McpCtx() ctx: McpContext): Promise<string> {
    const { action } = await ctx.elicit('Really write?', SURE);
    return `postcard: ${action}`;
  }

  @McpResource({ uri: 'travel://ticket' })
  async ticket(@McpCtx() ctx: McpContext): Promise<string> {
    const { action } = await ctx.elicit('Show the ticket?', SURE);
    return `ticket: ${action}`;
  }
}
