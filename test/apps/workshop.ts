import { Injectable } from '@nestjs/common';
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import { McpContext, McpResource, McpTool } from 'nest-mcp';

export class EchoDto {
  @IsString() text!: string;
}

export class HoldDto {
  @IsOptional() @IsBoolean() announce?: boolean;
  @IsOptional() @IsBoolean() stubborn?: boolean;
}

export class CountDto {
  @IsInt() steps!: number;
}

/** A call of `hold` that is under way. */
export interface HeldCall {
  readonly signal: AbortSignal;
  /** Lets the call answer with this text. */
  readonly finish: (text: string) => void;
}

/** Tools whose calls a test can watch and hold. */
@Injectable()
export class Workshop {
  private readonly held: HeldCall[] = [];
  private arrived: (() => void) | undefined;
  private tellFlooded: () => void = () => undefined;

  /** Settles when a client has stopped reading what `flood` sends. */
  readonly flooded = new Promise<void>((resolve) => {
    this.tellFlooded = resolve;
  });

  /** The next call of `hold`, in the order of arrival. */
  async nextHeld(): Promise<HeldCall> {
    while (this.held.length === 0) {
      await new Promise<void>((resolve) => {
        this.arrived = resolve;
      });
    }
    return this.held.shift() as HeldCall;
  }

  /** Calls of `hold` that nobody took yet. */
  get untaken(): number {
    return this.held.length;
  }

  @McpTool()
  echo({ text }: EchoDto): string {
    return text;
  }

  /** Runs until the test lets it finish or the call is aborted (a stubborn one ignores that). */
  @McpTool()
  async hold({ announce, stubborn }: HoldDto, ctx: McpContext): Promise<string> {
    if (announce) await ctx.progress(1);
    return new Promise((resolve, reject) => {
      this.held.push({ signal: ctx.signal, finish: resolve });
      this.arrived?.();
      if (!stubborn) ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
    });
  }

  /** Reports megabytes until the client no longer keeps up, and then waits for it. */
  @McpTool()
  async flood(ctx: McpContext): Promise<string> {
    for (let step = 1; ; step++) {
      let isSent = false;
      const sent = ctx.progress(step, { message: 'x'.repeat(1024 * 1024) }).then(() => {
        isSent = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      if (!isSent) this.tellFlooded();
      await sent;
      if (ctx.signal.aborted) return 'stopped';
    }
  }

  /** Reports each step. */
  @McpTool()
  async count({ steps }: CountDto, ctx: McpContext): Promise<string> {
    for (let step = 1; step <= steps; step++) await ctx.progress(step, { total: steps });
    return `counted to ${steps}`;
  }

  @McpResource({ uri: 'workshop://tools', mimeType: 'text/plain' })
  inventory(): string {
    return 'hammer, saw';
  }
}
