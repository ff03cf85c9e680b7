import { Injectable } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { McpCompletion, McpContext, McpNotificationBus, McpPrompt, McpTool } from 'nest-mcp';
import { setImmediate as nextTurn } from 'node:timers/promises';

class StepsDto {
  @IsInt()
  @Max(10_000)
  steps!: number;
}

class FloodDto extends StepsDto {
  @IsString()
  of!: string;
}

class OrderDto {
  @IsString()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  number!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  copies: number = 1;

  @IsOptional()
  @IsIn(['gift', 'plain'])
  wrapping?: string;
}

const NAME = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
} as const;

/** How many messages are sent before somebody may read. */
const AT_ONCE = 100;

/** Tools that show what a call knows, and what it can do with its client. */
@Injectable()
export class CallsService {
  constructor(private readonly notifications: McpNotificationBus) {}

  @McpTool()
  takeOrder(order: OrderDto) {
    return { ...order, isInstance: order instanceof OrderDto };
  }

  @McpCompletion({ tool: 'take_order', argument: 'number' })
  orderNumbers(value: string): string[] {
    return ['A-1', 'A-2', 'B-1'].filter((number) => number.startsWith(value));
  }

  @McpTool()
  takeNothing(): string {
    return 'nothing needed';
  }

  @McpTool()
  describeRequest(ctx: McpContext) {
    return {
      requestId: ctx.requestId,
      meta: ctx.meta,
      progressToken: ctx.progressToken,
      protocolVersion: ctx.protocolVersion,
      transport: ctx.transport,
      hasSession: ctx.sessionId !== undefined,
      clientInfo: ctx.clientInfo,
      clientCapabilities: Object.keys(ctx.clientCapabilities),
    };
  }

  @McpPrompt()
  describePrompt({ meta, progressToken }: McpContext): string {
    return JSON.stringify({ meta, progressToken });
  }

  /** Goes on to report when it has answered, as careless code does. */
  @McpTool()
  async report({ steps }: StepsDto, ctx: McpContext): Promise<string> {
    for (let step = 1; step <= steps; step++) {
      await ctx.progress(step, { total: steps, message: `step ${step}` });
    }
    void nextTurn().then(() => ctx.progress(steps + 1));
    return 'reported';
  }

  @McpTool()
  sayLate(ctx: McpContext): string {
    void nextTurn().then(() => ctx.log('emergency', 'too late'));
    return 'said nothing yet';
  }

  @McpTool()
  async logEverything(ctx: McpContext): Promise<string> {
    await ctx.log('debug', 'a debug');
    await ctx.log('info', 'an info');
    await ctx.log('notice', 'a notice');
    await ctx.log('warning', 'a warning');
    await ctx.log('error', 'an error');
    await ctx.log('critical', 'a critical');
    await ctx.log('alert', 'an alert');
    await ctx.log('emergency', { message: 'an emergency', floor: 3 }, 'surface');
    return 'logged';
  }

  /** Numbers the messages of the call itself. */
  @McpTool()
  async floodCall({ steps, of }: FloodDto, ctx: McpContext): Promise<string> {
    for (let n = 0; n < steps; n++) await ctx.log('emergency', { of, n });
    return 'flooded';
  }

  /** Numbers messages that belong to no call. */
  @McpTool()
  async floodSession({ steps, of }: FloodDto, { sessionId }: McpContext): Promise<string> {
    if (sessionId === undefined) throw new Error('there is no session');
    for (let n = 0; n < steps; n++) {
      const params = { level: 'emergency', data: { of, n } };
      this.notifications.sendTo(sessionId, {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params,
      });
      if (n % AT_ONCE === 0) await nextTurn();
    }
    return 'flooded';
  }

  @McpTool()
  async askName(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('Who are you?', NAME);
    return answer.action === 'accept' ? `Hello, ${answer.content.name}` : answer.action;
  }
}
