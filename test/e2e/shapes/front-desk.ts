import { Controller, Get, Injectable } from '@nestjs/common';
import type { McpContext } from 'nest-mcp';
import { McpCtx, McpTool } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';

/** What a compression would find worth its while. */
export const GREETING = 'welcome '.repeat(500);

/** A route of an application, and tools of the same. */
@Controller({ path: 'greetings', version: '1' })
export class GreetingsController {
  @Get()
  @McpTool()
  greet(): string {
    return GREETING;
  }
}

/** Reports, and goes on when the test has read the report. */
@Injectable()
export class FrontDesk {
  private readonly read: (() => void)[] = [];

  /** The report was read. */
  proceed(): void {
    this.read.shift()?.();
  }

  @McpTool()
  async check(@McpCtx() ctx: McpContext): Promise<string> {
    const read = deferred<void>();
    this.read.push(() => read.resolve());
    await ctx.progress(1);
    await read.promise;
    return 'checked in';
  }
}
