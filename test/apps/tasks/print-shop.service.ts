import { Injectable } from '@nestjs/common';
import { IsInt } from 'class-validator';
import type { McpContext } from 'nest-mcp';
import { McpCtx, McpException, McpTool, McpToolException } from 'nest-mcp';

export class PagesDto {
  @IsInt()
  pages!: number;
}

const COLOUR = {
  type: 'object',
  properties: { colour: { type: 'string' } },
  required: ['colour'],
} as const;

/** Work that outlives its request. */
@Injectable()
export class PrintShop {
  /** Jobs that wait for `release`, the oldest first. */
  readonly waiting: { readonly context: McpContext; release(): void }[] = [];
  private readonly arrivals: (() => void)[] = [];

  @McpTool({ description: 'Print some pages', task: 'optional' })
  async print({ pages }: PagesDto, @McpCtx() ctx: McpContext): Promise<string> {
    for (let page = 1; page <= pages; page++) {
      await ctx.progress(page, { total: pages, message: `page ${page} of ${pages}` });
    }
    return `printed ${pages} pages`;
  }

  @McpTool({
    description: 'Wait until the printer is free',
    task: { pollIntervalMs: 50, statusMessage: 'queued' },
  })
  async queue(@McpCtx() ctx: McpContext): Promise<string> {
    await new Promise<void>((resolve) => {
      this.waiting.push({ context: ctx, release: resolve });
      ctx.signal.addEventListener('abort', () => resolve());
      for (const arrive of this.arrivals.splice(0)) arrive();
    });
    ctx.signal.throwIfAborted();
    return 'free';
  }

  @McpTool({ description: 'Bind a book: asks for the colour of its cover', task: 'required' })
  async bind(@McpCtx() ctx: McpContext): Promise<string> {
    const { action, content } = await ctx.elicit('Which colour?', COLOUR, { key: 'colour' });
    return action === 'accept' ? `bound in ${content.colour}` : `not bound: ${action}`;
  }

  @McpTool({
    description: 'Order paper: asks how much before the order is a task',
    task: { starts: 'when-told' },
  })
  async order(@McpCtx() ctx: McpContext): Promise<string> {
    const { content } = await ctx.elicit('Which colour?', COLOUR);
    await ctx.startTask({ statusMessage: 'ordered' });
    return `ordered ${content?.colour} paper`;
  }

  @McpTool({ description: 'Fail with an error of the protocol', task: 'optional' })
  jam(): never {
    throw new McpException(7, 'paper jam', { tray: 2 });
  }

  @McpTool({ description: 'Fail as a tool does', task: 'optional' })
  misprint(): never {
    throw new McpToolException('out of ink');
  }

  @McpTool({ description: 'Fail as nobody foresaw', task: 'optional' })
  crash(): never {
    throw new Error('password hunter2');
  }

  /** The n-th job of `queue`, once it waits. */
  async job(index = 0) {
    for (;;) {
      const job = this.waiting[index];
      if (job !== undefined) return job;
      await new Promise<void>((resolve) => this.arrivals.push(resolve));
    }
  }
}
