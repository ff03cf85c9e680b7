import { callWith } from '../../test/support/request-context.js';
import type { JsonRpcNotification, RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';
import { LOG_LEVELS } from '../protocol/log-level.js';
import { revision20250618 } from '../protocol/revisions/revision-2025-06-18.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import { Connection } from '../sessions/connection.js';
import type { CallServices } from './active-call.js';
import { McpContext } from './mcp-context.js';
import type { RequestContext } from './request-context.interface.js';

interface Given {
  readonly meta?: unknown;
  readonly context?: Partial<RequestContext>;
  /** Whether the server declares that it logs. */
  readonly mayLog?: boolean;
}

/** A context, and what it sent. */
function open({ meta, context, mayLog = true }: Given) {
  const sent: JsonRpcNotification[] = [];
  const params: JsonObject = meta === undefined ? {} : { _meta: meta };
  const call = callWith(0, 'tools/call', params, {
    revision: revision20260728,
    clientInfo: { name: 'c', version: '1' },
    clientCapabilities: { roots: {} },
    principal: { id: 'ada' },
    principalKey: 'ada',
    outlet: { isOpen: true, send: (message) => void sent.push(message as JsonRpcNotification) },
    ...context,
  });
  call.services = {
    mayLog: () => mayLog,
    logger: { warn: () => undefined },
  } as unknown as CallServices;
  return { ctx: new McpContext(call), sent, call };
}

function legacy(logLevel: LogLevel | undefined): Given {
  const connection = new Connection('session-1', undefined);
  connection.logLevel = logLevel;
  return { context: { revision: revision20250618, connection } };
}

const progressOf = (sent: readonly JsonRpcNotification[]) =>
  sent.map(({ params }) => params.progress);
const levelsOf = (sent: readonly JsonRpcNotification[]) => sent.map(({ params }) => params.level);

describe('McpContext', () => {
  it('cannot be changed, nor can what the client said of itself', () => {
    const { ctx, call } = open({ meta: { note: { deep: [1] } } });
    const loose = ctx as unknown as Record<string, Record<string, any>>;

    expect(() => (loose.clientInfo!.name = 'x')).toThrow(TypeError);
    expect(() => (loose.clientCapabilities!.roots.listChanged = true)).toThrow(TypeError);
    expect(() => loose.meta!.note.deep.push(2)).toThrow(TypeError);
    expect(() => Object.assign(ctx, { clientInfo: {} })).toThrow(TypeError);
    expect(() => (loose.tags!.tenant = 'a')).toThrow(TypeError);
    expect([ctx.clientInfo, ctx.clientInfo === ctx.clientInfo]).toEqual([
      { name: 'c', version: '1' },
      true,
    ]);
    expect(Object.isFrozen(call.params._meta)).toBe(false);
  });

  it('tells the trace the client continues, to handlers and to telemetry', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { ctx, call } = open({ meta: { traceparent, baggage: 'a=1' } });

    expect(ctx.traceContext).toEqual({ traceparent, baggage: 'a=1' });
    expect(call.facts.traceparent).toBe(traceparent);
  });

  it.each([undefined, {}, { traceparent: 'nonsense' }])('knows no trace with %j', (meta) => {
    const { ctx, call } = open({ meta });

    expect(ctx.traceContext).toBeUndefined();
    expect('traceparent' in call.facts).toBe(false);
  });

  it.each([
    [undefined, 1_000],
    [{}, 1_000],
    [{ retryMs: 0 }, 0],
    [{ retryMs: 250 }, 250],
  ])('closes the stream of its connection with %j', (options, retryMs) => {
    const closed: number[] = [];
    const outlet = {
      isOpen: true,
      send: () => undefined,
      closeStream: (ms: number) => void closed.push(ms),
    };
    const { ctx } = open({ context: { outlet } });

    ctx.closeStream(options);

    expect(closed).toEqual([retryMs]);
  });

  it('closes nothing where clients cannot come back', () => {
    expect(() => open({}).ctx.closeStream()).not.toThrow();
  });

  it('closes nothing after the call was called off', () => {
    const closeStream = () => {
      throw new Error('too late');
    };
    const outlet = { isOpen: true, send: () => undefined, closeStream };
    const { ctx, call } = open({ context: { outlet } });
    call.cancel('enough');

    expect(() => ctx.closeStream()).not.toThrow();
  });

  it('tells the facts of the request', () => {
    const { ctx, call } = open({ meta: { a: 1 } });

    expect(ctx.requestId).toBe(0);
    expect(ctx.protocolVersion).toBe('2026-07-28');
    expect(ctx.transport).toBe('memory');
    expect(ctx.clientInfo).toEqual({ name: 'c', version: '1' });
    expect(ctx.clientCapabilities).toEqual({ roots: {} });
    expect(ctx.principal).toEqual({ id: 'ada' });
    expect(ctx.request).toBe(call.context.host.request);
    expect(ctx.meta).toEqual({ a: 1 });
    expect(ctx.signal).toBe(call.signal);
  });

  it('has a session in the legacy era only', () => {
    expect(open(legacy(undefined)).ctx.sessionId).toBe('session-1');
    expect(open({}).ctx.sessionId).toBeUndefined();
  });

  it.each([undefined, [], 'x', null])('has no _meta where that is %j', (meta) => {
    expect(open({ meta }).ctx.meta).toEqual({});
  });

  describe('progress', () => {
    it('is sent with the token of the request', async () => {
      const { ctx, sent } = open({ meta: { progressToken: 'p' } });

      await ctx.progress(1, { total: 2, message: 'asking the bank' });

      expect(sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 'p', progress: 1, total: 2, message: 'asking the bank' },
        },
      ]);
    });

    it('has neither total nor message unless they are given', async () => {
      const { ctx, sent } = open({ meta: { progressToken: 'p' } });

      await ctx.progress(0.5);

      expect(sent[0]?.params).toEqual({ progressToken: 'p', progress: 0.5 });
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY])(
      'leaves out a total of %j, which no wire carries',
      async (total) => {
        const { ctx, sent } = open({ meta: { progressToken: 'p' } });

        await ctx.progress(1, { total });

        expect(sent[0]?.params).toEqual({ progressToken: 'p', progress: 1 });
      },
    );

    it.each<RequestId>([0, '', -1])('is sent for the token %j', async (progressToken) => {
      const { ctx, sent } = open({ meta: { progressToken } });

      await ctx.progress(1);

      expect(sent[0]?.params.progressToken).toBe(progressToken);
    });

    it.each([undefined, null, true, {}, 1.5])(
      'is not sent for the token %j',
      async (progressToken) => {
        const { ctx, sent } = open({ meta: { progressToken } });

        await ctx.progress(1);

        expect(sent).toEqual([]);
      },
    );

    it('leaves out values that do not grow', async () => {
      const { ctx, sent } = open({ meta: { progressToken: 1 } });

      for (const value of [0, 1, 1, 0.5, 1.5, -1, 2]) await ctx.progress(value);

      expect(progressOf(sent)).toEqual([0, 1, 1.5, 2]);
    });

    it('leaves out what is no number in JSON, and goes on', async () => {
      const { ctx, sent } = open({ meta: { progressToken: 1 } });

      for (const value of [1, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2]) {
        await ctx.progress(value);
      }

      expect(progressOf(sent)).toEqual([1, 2]);
    });

    it('is not sent once the call was cancelled', async () => {
      const { ctx, sent, call } = open({ meta: { progressToken: 1 } });
      call.cancel('enough');

      await ctx.progress(1);

      expect(sent).toEqual([]);
    });

    it('waits while the transport is not ready for more', async () => {
      let release = (): void => undefined;
      const ready = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { ctx } = open({
        meta: { progressToken: 1 },
        context: { outlet: { isOpen: true, send: () => ready } },
      });
      const order: string[] = [];

      const sending = ctx.progress(1).then(() => order.push('sent'));
      order.push('waiting');
      release();
      await sending;

      expect(order).toEqual(['waiting', 'sent']);
    });
  });

  describe('log', () => {
    it('sends level, logger and data', async () => {
      const { ctx, sent } = open(legacy(undefined));

      await ctx.log('notice', { left: 3 }, 'stock');

      expect(sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'notice', logger: 'stock', data: { left: 3 } },
        },
      ]);
    });

    it('always has data', async () => {
      const { ctx, sent } = open(legacy(undefined));

      await ctx.log('notice', undefined);

      expect(sent[0]?.params).toEqual({ level: 'notice', data: null });
    });

    it.each([
      ['nothing in the modern era without a level', {}, []],
      ['everything in the legacy era without a level', legacy(undefined), LOG_LEVELS],
      ['what reaches the level of the connection', legacy('error'), LOG_LEVELS.slice(4)],
      [
        'what reaches the level of the request',
        { context: { logLevel: 'alert' as const } },
        LOG_LEVELS.slice(6),
      ],
      ['everything at the lowest level', { context: { logLevel: 'debug' as const } }, LOG_LEVELS],
    ])('sends %s', async (_what, given: Given, levels) => {
      const { ctx, sent } = open(given);

      for (const level of LOG_LEVELS) await ctx.log(level, 'x');

      expect(levelsOf(sent)).toEqual(levels);
    });

    it('is not sent by a server that does not declare it', async () => {
      const { ctx, sent } = open({ ...legacy('debug'), mayLog: false });

      await ctx.log('emergency', 'x');

      expect(sent).toEqual([]);
    });

    it('is not sent once the call was cancelled', async () => {
      const { ctx, sent, call } = open(legacy(undefined));
      call.cancel('enough');

      await ctx.log('emergency', 'x');

      expect(sent).toEqual([]);
    });
  });
});
