import type { McpHooks } from 'nest-mcp';
import { CallbackTimeoutError } from '../../../src/dispatch/slots/callback-timeout.error.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import type { Received } from '../../support/memory-wire.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const ERAS = [
  ['2025-11-25', -32000],
  [MODERN_REVISION, -33000],
] as const;
const hangs = () => new Promise<never>(() => undefined);
const ABILITIES = { elicitation: {}, sampling: {}, roots: {} };

/** The machine-readable part of a failure, whether it is an error or a result. */
const shapeOf = ({ error, result }: Received, code: number) => {
  if (error === undefined)
    return { isError: result.isError, ...JSON.parse(result.content[0].text) };
  return { isError: error.code === code ? 'protocol' : error.code, ...error.data };
};

/** A hook that never ends, and a request that runs it. */
const HOOKS: readonly [string, string, McpHooks, object][] = [
  ['onRequest', 'tools/call', { onRequest: hangs }, { name: 'held' }],
  ['onRequest', 'prompts/list', { onRequest: hangs }, {}],
  ['onRequest', 'resources/read', { onRequest: hangs }, { uri: 'shop://dynamic' }],
  ['onRequest', 'shop/own', { onRequest: hangs }, {}],
  ['serverTools', 'tools/call', { serverTools: hangs }, { name: 'held' }],
  ['serverTools', 'tools/list', { serverTools: hangs }, {}],
  ['onToolCall', 'tools/call', { onToolCall: hangs }, { name: 'dynamic' }],
  ['onPromptGet', 'prompts/get', { onPromptGet: hangs }, { name: 'dynamic' }],
  ['onResourceRead', 'resources/read', { onResourceRead: hangs }, { uri: 'shop://dynamic' }],
  [
    'onCompletion',
    'completion/complete',
    { onCompletion: hangs },
    { ref: { type: 'ref/prompt', name: 'known' }, argument: { name: 'a', value: '' } },
  ],
];

describe.each(ERAS)('a hook in %s', (version, code) => {
  const setUp = async (hooks: McpHooks, limits = {}) => {
    const held = new HeldTool();
    const bench = await createBench({
      hooks: { onToolCall: () => '', onPromptGet: () => '', onResourceRead: () => '', ...hooks },
      tools: [held.definition, { name: 'dynamic' } as never],
      limits,
    });
    const input = { type: 'object', properties: { a: { type: 'string' } } };
    await bench.registry.registerPrompts([
      { name: 'dynamic' } as never,
      { name: 'known', input, handler: () => 'x' },
    ]);
    await bench.registry.registerResources([{ name: 'r', uri: 'shop://dynamic' } as never]);
    return { bench, wire: await MemoryWire.openOn(bench, version) };
  };

  it.each(HOOKS)('%s that never ends times out: %s', async (_name, method, hooks, params) => {
    const { bench, wire } = await setUp(hooks);
    const running = wire.request(1, method, params);
    await settled();

    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await running;

    expect(wire.received.map((answer) => shapeOf(answer, code))).toEqual([
      {
        isError: method === 'tools/call' ? true : 'protocol',
        error: 'callback_timeout',
        timeoutMs: bench.limits.callbackTimeoutMs,
        retryable: false,
      },
    ]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0, abandoned: 1 });
  });

  it.each(HOOKS)(
    '%s takes a slot, and is busy without one: %s',
    async (_n, method, hooks, params) => {
      const { bench, wire } = await setUp(hooks, { maxInFlight: 1 });
      const blocking = wire.request('blocks', 'tools/call', { name: 'held' });
      await settled();

      const [answer] = await wire.ask(1, method, params);

      expect(shapeOf(answer ?? {}, code)).toMatchObject({
        isError: method === 'tools/call' ? true : 'protocol',
        error: 'server_busy',
        retryable: true,
      });
      bench.clock.advance(bench.limits.callbackTimeoutMs);
      await blocking;
    },
  );

  it('that tells of an answer counts with the method it is told for', async () => {
    const bench = await createBench({
      hooks: { onElicitation: hangs },
      tools: [
        {
          name: 'ask',
          handler: (_args: never, ctx: { elicit: (m: string, s: object) => unknown }) =>
            ctx.elicit('Sure?', { type: 'object', properties: {} }),
        } as never,
      ],
    });
    const answer = { action: 'accept', content: {} };
    const wire = MemoryWire.connectOn(bench, version);
    let running: Promise<void>;
    if (version === MODERN_REVISION) {
      const _meta = { 'io.modelcontextprotocol/clientCapabilities': ABILITIES };
      const [first] = await wire.ask(1, 'tools/call', { name: 'ask', _meta });
      const { requestState, inputRequests } = (first?.result ?? {}) as Received;
      const [key = ''] = Object.keys(inputRequests as object);
      const inputResponses = { [key]: answer };
      const params = { name: 'ask', _meta, requestState, inputResponses };
      running = wire.request(2, 'tools/call', params);
    } else {
      await wire.request(1, 'initialize', { protocolVersion: version, capabilities: ABILITIES });
      running = wire.request(2, 'tools/call', { name: 'ask' });
      await settled();
      await wire.send({ jsonrpc: '2.0', id: wire.received.at(-1)?.id, result: answer });
    }
    await settled();
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await running;

    expect(shapeOf(wire.received.at(-1) ?? {}, code)).toMatchObject({
      isError: true,
      error: 'callback_timeout',
    });
  });
});

describe('a hook outside of requests that never ends', () => {
  const setUp = async (hooks: McpHooks) => {
    const bench = await createBench({ hooks });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    return { bench, wire, session: bench.dispatcher.sessions.list()[0]! };
  };

  it('gives up a call of the application, and the session lives', async () => {
    const { bench, session } = await setUp({ onCall: (m) => (m === 1 ? hangs() : m) });
    const first = session.call(1);
    const second = session.call(2);
    await settled();

    bench.clock.advance(bench.limits.callbackTimeoutMs);

    await expect(first).rejects.toThrow(CallbackTimeoutError);
    expect([await second, session.hasEnded]).toEqual([2, false]);
  });

  it('keeps no later notification from its hook', async () => {
    const seen: unknown[] = [];
    const { bench, wire } = await setUp({
      onNotification: ({ params: { n } }) => (n === 1 ? hangs() : void seen.push(n)),
    });
    for (const n of [1, 2]) {
      await wire.send({ jsonrpc: '2.0', method: 'notifications/shop/n', params: { n } });
    }
    await settled();
    expect(seen).toEqual([]);

    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await settled();

    expect(seen).toEqual([2]);
    expect(bench.logger.text).toContain('hooks.onNotification');
  });

  it.each(['initialize', 'server/discover'])(
    'fails %s when it is asked for instructions',
    async (method) => {
      const bench = await createBench({ hooks: { instructions: hangs } });
      const wire = MemoryWire.connectOn(
        bench,
        method === 'initialize' ? '2025-11-25' : MODERN_REVISION,
      );
      const running = wire.request(1, method, { protocolVersion: '2025-11-25', capabilities: {} });
      await settled();

      bench.clock.advance(bench.limits.callbackTimeoutMs);
      await running;

      expect(wire.received[0]?.error.data).toMatchObject({ error: 'callback_timeout' });
    },
  );
});
