import type { McpContext, McpHooks, McpSessionContext, RuntimeTool } from 'nest-mcp';
import { McpException, NO_REPLY } from 'nest-mcp';

/** What a callback of the application does. */
export const WAYS = ['ok', 'throw', 'hang', 'stop', 'noReply', 'refuse'] as const;

export type Way = (typeof WAYS)[number];

/** Says what the callback that gets it is to do. */
export interface Script {
  readonly way: Way;
  readonly serial: number;
}

/** What each request carries in its `_meta`. */
export interface Marks {
  readonly serial: number;
  /** What `onInit` is to do, where the request begins a session. */
  readonly init: Way;
  readonly wire: number;
}

interface Hanging {
  readonly release: () => void;
}

/** A session that the application let begin. */
interface Begun {
  /** What callbacks wrote to its state that succeeded. */
  readonly written: Set<string>;
  endings: number;
}

/**
 * An application whose every callback writes to the state of its session and then does what it is told.
 * Keeps what must be true: which sessions began, and which callbacks succeeded in each.
 */
export class ScriptedHooks {
  readonly begun = new Map<number, Begun>();
  /** Requests that were answered with nothing. */
  readonly silenced = new Set<number>();
  /** What was seen that must not be. */
  readonly faults: string[] = [];
  private readonly hangingNow = new Set<Hanging>();

  /** Callbacks that have not ended. */
  get hanging(): readonly Hanging[] {
    return [...this.hangingNow];
  }

  readonly tool: RuntimeTool = {
    name: 'act',
    input: { type: 'object', additionalProperties: true },
    handler: (args: never, ctx: McpContext) => this.run(args, ctx),
  };

  readonly hooks: McpHooks = {
    onInit: async (_info, ctx) => {
      const { serial, init: way, wire } = ctx.meta as unknown as Marks;
      ctx.state.set('key', serial);
      ctx.state.set('wire', wire);
      if (way === 'refuse') return { error: 'no' };
      await this.perform(way, ctx);
      ctx.state.set('init', true);
      this.begun.set(serial, { written: new Set(['init']), endings: 0 });
      return undefined;
    },
    onRequest: async ({ method, params }, ctx) => {
      if (!method.startsWith('shop/')) return undefined;
      const { way, serial } = params as unknown as Script;
      await this.run({ way, serial }, ctx);
      if (way !== 'noReply') return {};
      if (!ctx.signal.aborted) this.silenced.add(serial);
      return NO_REPLY;
    },
    onNotification: async ({ params }, ctx) => void (await this.run(params as never, ctx)),
    onEvent: async (event, ctx) => void (await this.run(event as Script, ctx)),
    onCall: (message, ctx) => this.run(message as Script, ctx),
    onTerminate: (_reason, ctx) => this.end(ctx),
  };

  /** Writes, tells the client, and does what it is told. */
  private async run(script: Script, ctx: McpSessionContext): Promise<string> {
    const name = `w${script.serial}`;
    ctx.state.set(name, true);
    await ctx.notify('notifications/shop/at_work', { wire: ctx.state.get('wire') });
    await this.perform(script.way, ctx);
    if (!ctx.signal.aborted) this.begun.get(ctx.state.get('key') as number)?.written.add(name);
    return name;
  }

  private async perform(way: Way, ctx: McpSessionContext): Promise<void> {
    if (way === 'throw') throw new McpException(1400, 'told to');
    if (way === 'stop') ctx.stop('told to');
    if (way !== 'hang') return;
    await new Promise<void>((resolve) => {
      const hanging: Hanging = {
        release: () => {
          this.hangingNow.delete(hanging);
          resolve();
        },
      };
      this.hangingNow.add(hanging);
    });
  }

  private end(ctx: McpSessionContext): void {
    const { key, wire: _wire, ...written } = ctx.state.toObject();
    const session = this.begun.get(key as number);
    if (session === undefined) {
      this.faults.push(`session ${String(key)} ended, which did not begin`);
      return;
    }
    session.endings++;
    const expected = [...session.written].toSorted().join();
    const found = Object.keys(written).toSorted().join();
    if (expected !== found) {
      this.faults.push(`session ${String(key)} has ${found}, not ${expected}`);
    }
    if (Number(key) % 3 === 0) throw new Error('an end that fails');
  }
}
