import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { setTimeout } from 'node:timers/promises';

/** The suite asks for pauses of about this length between two notifications. */
const PAUSE_MS = 50;

/** Tools that tell something while they run. */
@Injectable()
export class ReportingTools {
  @McpTool({ description: 'Logs three messages while it runs' })
  async testToolWithLogging(ctx: McpContext): Promise<string> {
    await ctx.log('info', 'Tool execution started');
    await setTimeout(PAUSE_MS, undefined, { signal: ctx.signal });
    await ctx.log('info', 'Tool processing data');
    await setTimeout(PAUSE_MS, undefined, { signal: ctx.signal });
    await ctx.log('info', 'Tool execution completed');
    return 'Logged three messages.';
  }

  @McpTool({ description: 'Reports progress three times while it runs' })
  async testToolWithProgress(ctx: McpContext): Promise<string> {
    await ctx.progress(0, { total: 100 });
    await setTimeout(PAUSE_MS, undefined, { signal: ctx.signal });
    await ctx.progress(50, { total: 100 });
    await setTimeout(PAUSE_MS, undefined, { signal: ctx.signal });
    await ctx.progress(100, { total: 100 });
    return 'Reported progress three times.';
  }

  @McpTool({ description: 'Ends the connection of its call before it answers' })
  async testReconnection(ctx: McpContext): Promise<string> {
    ctx.closeStream({ retryMs: 500 });
    await setTimeout(PAUSE_MS, undefined, { signal: ctx.signal });
    return 'Answered after the connection was ended.';
  }

  @McpTool({ description: 'Logs one message of each of two levels' })
  async testLoggingTool(ctx: McpContext): Promise<string> {
    await ctx.log('info', 'An informational message');
    await ctx.log('error', 'An error message');
    return 'Logged two messages.';
  }
}
