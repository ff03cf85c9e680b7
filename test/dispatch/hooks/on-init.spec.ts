import type { McpContext, McpHooks, RuntimeTool } from 'nest-mcp';
import { McpException } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const LEGACY = '2025-11-25';
const INITIALIZE = {
  protocolVersion: LEGACY,
  capabilities: {},
  clientInfo: { name: 'client', version: '2' },
};

/** Says what the state holds. */
const showState: RuntimeTool = {
  name: 'show_state',
  handler: (_args: never, ctx: McpContext) => ctx.state.toObject(),
};

const setUp = async (hooks: McpHooks) => {
  const bench = await createBench({ hooks, tools: [showState] });
  return { bench, legacy: MemoryWire.connectOn(bench, LEGACY) };
};

const textOf = (messages: readonly Record<string, any>[]): unknown =>
  JSON.parse(messages.at(-1)?.result.content[0].text as string);

describe('onInit of a session', () => {
  it('runs once, within the handshake, and what it writes to the state stays', async () => {
    const seen: unknown[] = [];
    const { legacy } = await setUp({
      onInit: (clientInfo, ctx) => {
        seen.push({ clientInfo, isInitialized: ctx.isInitialized });
        ctx.state.set('visits', seen.length);
      },
    });

    await legacy.request(1, 'initialize', INITIALIZE);
    await legacy.request(2, 'initialize', INITIALIZE);

    expect(seen).toEqual([{ clientInfo: INITIALIZE.clientInfo, isInitialized: false }]);
    expect(textOf(await legacy.ask(3, 'tools/call', { name: 'show_state' }))).toEqual({
      visits: 1,
    });
  });

  it('is told of a client that does not say what it is', async () => {
    const seen: unknown[] = [];
    const { legacy } = await setUp({ onInit: (clientInfo) => void seen.push(clientInfo) });

    await legacy.request(1, 'initialize', { ...INITIALIZE, clientInfo: undefined });

    expect(seen).toEqual([{}]);
  });

  it('comes before every other request of the session', async () => {
    const opened = deferred<void>();
    const order: string[] = [];
    const { legacy } = await setUp({
      onInit: async () => {
        await opened.promise;
        order.push('init');
      },
    });

    const handshake = legacy.request(1, 'initialize', INITIALIZE);
    const list = legacy.request(2, 'tools/list').then(() => order.push('list'));
    await legacy.request(3, 'ping');
    await settled();
    expect(legacy.received.map(({ id }) => id)).toEqual([3]);
    opened.resolve();
    await Promise.all([handshake, list]);

    expect(order).toEqual(['init', 'list']);
  });

  it.each([
    ['throws an exception of the protocol', new McpException(1403, 'not you', { why: 1 }), 1403],
    ['throws anything else', new Error('secret'), -32603],
  ])('that %s refuses the session', async (_how, thrown, code) => {
    const { legacy, bench } = await setUp({
      onInit: () => {
        throw thrown;
      },
    });

    const [answer] = await legacy.ask(1, 'initialize', INITIALIZE);
    const [after] = await legacy.ask(2, 'tools/list');

    expect(answer?.error.code).toBe(code);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(after?.error.code).toBe(-32602);
    expect(bench.dispatcher.sessions.size).toBe(0);
  });

  it('may refuse with words', async () => {
    const { legacy } = await setUp({ onInit: () => ({ error: 'closed today' }) });

    const [answer] = await legacy.ask(1, 'initialize', INITIALIZE);

    expect(answer?.error).toEqual({ code: -32603, message: 'closed today' });
  });

  it('that is refused turns away what waited for it', async () => {
    const refused = deferred<{ error: string }>();
    const { legacy } = await setUp({ onInit: () => refused.promise });

    const handshake = legacy.request(1, 'initialize', INITIALIZE);
    const waiting = legacy.request(2, 'tools/list');
    refused.resolve({ error: 'no' });
    await Promise.all([handshake, waiting]);

    expect(legacy.received.map(({ id, error }) => [id, error.code]).toSorted()).toEqual([
      [1, -32603],
      [2, -32600],
    ]);
  });

  it('that takes too long is given up', async () => {
    const { legacy, bench } = await setUp({ onInit: () => new Promise<never>(() => undefined) });

    const handshake = legacy.request(1, 'initialize', INITIALIZE);
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await handshake;

    expect(legacy.received[0]?.error.data).toMatchObject({ error: 'callback_timeout' });
    expect(bench.dispatcher.sessions.size).toBe(0);
  });
});

describe('onInit of a request of 2026-07-28', () => {
  const open = async (hooks: McpHooks) => {
    const bench = await createBench({ hooks, tools: [showState] });
    return { bench, modern: await MemoryWire.openOn(bench, MODERN_REVISION) };
  };

  it('runs before each, with a state of its own', async () => {
    let count = 0;
    const { modern } = await open({ onInit: (_info, ctx) => ctx.state.set('n', ++count) });

    const first = textOf(await modern.ask(1, 'tools/call', { name: 'show_state' }));
    const second = textOf(await modern.ask(2, 'tools/call', { name: 'show_state' }));

    expect([first, second]).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each(['tools/list', 'server/discover', 'prompts/list'])(
    'runs before %s too',
    async (method) => {
      let count = 0;
      const { modern } = await open({ onInit: () => void count++ });

      await modern.request(1, method);

      expect(count).toBe(1);
    },
  );

  it.each(['tools/list', 'tools/call', 'server/discover'])('may refuse %s', async (method) => {
    const { modern } = await open({ onInit: () => ({ error: 'closed today' }) });

    const [answer] = await modern.ask(1, method, { name: 'show_state' });

    expect(answer?.error ?? answer?.result).toMatchObject({
      code: -32603,
      message: 'closed today',
    });
  });

  it.each(['tools/list', 'tools/call', 'server/discover'])(
    'that throws refuses %s with an error, and tells no secret',
    async (method) => {
      const { modern, bench } = await open({
        onInit: () => {
          throw new Error('secret');
        },
      });

      const [answer] = await modern.ask(1, method, { name: 'show_state' });

      expect(answer?.error.code).toBe(-32603);
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(bench.logger.text).toContain('secret');
    },
  );

  it.each([
    ['tools/list', { error: { code: -33000, data: { error: 'callback_timeout' } } }],
    ['tools/call', { result: { isError: true } }],
  ])('that takes too long is given up, as anything else of %s is', async (method, expected) => {
    const { modern, bench } = await open({ onInit: () => new Promise<never>(() => undefined) });

    const running = modern.request(1, method, { name: 'show_state' });
    await settled();
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await running;

    expect(modern.received[0]).toMatchObject(expected);
    expect(JSON.stringify(modern.received[0])).toContain('callback_timeout');
  });

  it('cannot ask the client, and the method can', async () => {
    const failures: unknown[] = [];
    const ask: RuntimeTool = {
      name: 'ask',
      handler: async (_args: never, ctx: McpContext) => {
        const answer = await ctx.elicit('Sure?', { type: 'object', properties: {} });
        return answer.action;
      },
    };
    const bench = await createBench({
      tools: [ask],
      hooks: {
        onInit: async (_info, ctx) => {
          await ctx
            .elicit('May I?', { type: 'object', properties: {} })
            .catch((thrown: unknown) => {
              failures.push(thrown);
            });
        },
      },
    });
    const modern = await MemoryWire.openOn(bench, MODERN_REVISION);
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

    const [answer] = await modern.ask(1, 'tools/call', { name: 'ask', _meta: capabilities });

    expect(failures).toEqual([expect.any(TypeError)]);
    expect(answer?.result.resultType).toBe('input_required');
  });
});
