import type { McpHooks } from 'nest-mcp';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import type { Received } from '../../support/memory-wire.js';
import { MemoryWire } from '../../support/memory-wire.js';
import type { RevisionName } from '../../support/revisions.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const ERAS = ['2025-11-25', MODERN_REVISION] as const;
const SECRET = 'sk-secret';
const MASKED = /^RangeError \(reference [0-9a-f-]{36}\)$/;
const HANDSHAKE = { protocolVersion: '2025-11-25', capabilities: {} };
const INPUT = { type: 'object', properties: { a: { type: 'string' } } } as const;

const fail = (): never => {
  throw new RangeError(SECRET);
};
const failLater = async (): Promise<never> => fail();

const call = (wire: MemoryWire, name: string) => wire.ask(name, 'tools/call', { name });
const handshake = (wire: MemoryWire) => wire.ask(1, 'initialize', HANDSHAKE);

/** Offers what hooks serve, where there is the hook. */
async function offer({ registry }: DispatcherBench, hooks: McpHooks): Promise<void> {
  if (hooks.onToolCall) await registry.registerTools([{ name: 'served', input: INPUT }]);
  if (hooks.onPromptGet) await registry.registerPrompts([{ name: 'served', input: INPUT }]);
  if (hooks.onResourceRead) {
    await registry.registerResources([{ name: 'served', uri: 'shop://served' }]);
  }
}

async function open(hooks: McpHooks, version: RevisionName) {
  const tool = { name: 'plain', input: INPUT, handler: () => 'done' };
  const bench = await createBench({ hooks, tools: [tool] });
  await offer(bench, hooks);
  return { bench, wire: await MemoryWire.openOn(bench, version) };
}

type Ask = (wire: MemoryWire) => Promise<readonly Received[]>;

/** Hooks that a request waits for, and a request that comes to each. */
const WAITED: readonly (readonly [hook: keyof McpHooks, request: string, ask: Ask])[] = [
  ['onRequest', 'tools/call', (wire) => call(wire, 'plain')],
  ['onRequest', 'tools/list', (wire) => wire.ask(1, 'tools/list')],
  ['onRequest', 'an own method', (wire) => wire.ask(1, 'shop/stock')],
  ['serverTools', 'tools/call', (wire) => call(wire, 'plain')],
  ['serverTools', 'tools/list', (wire) => wire.ask(1, 'tools/list')],
  ['onToolCall', 'tools/call', (wire) => call(wire, 'served')],
  ['onPromptGet', 'prompts/get', (wire) => wire.ask(1, 'prompts/get', { name: 'served' })],
  [
    'onResourceRead',
    'resources/read',
    (wire) => wire.ask(1, 'resources/read', { uri: 'shop://served' }),
  ],
  [
    'onCompletion',
    'completion/complete',
    (wire) =>
      wire.ask(1, 'completion/complete', {
        ref: { type: 'ref/tool', name: 'plain' },
        argument: { name: 'a', value: '' },
      }),
  ],
];

const textOf = ({ result, error }: Received): string =>
  result === undefined ? error.message : result.content[0].text;

describe.each(ERAS)('in %s a hook that a request waits for', (version) => {
  it.each(WAITED)(
    'and that throws, %s at %s, tells nothing but a reference',
    async (hook, ...[, ask]) => {
      for (const thrower of [fail, failLater]) {
        const { bench, wire } = await open({ [hook]: thrower }, version);

        const [answer] = await ask(wire);

        expect(textOf(answer ?? {})).toMatch(MASKED);
        expect(JSON.stringify(wire.received)).not.toContain(SECRET);
        expect(bench.logger.text).toContain(SECRET);
      }
    },
  );
});

describe('the beginning of a session', () => {
  it.each(['onInit', 'instructions'])(
    'tells nothing but a reference where %s throws',
    async (hook) => {
      const { bench } = await open({ [hook]: fail }, MODERN_REVISION);
      const legacy = MemoryWire.connectOn(bench, '2025-11-25');
      const modern = MemoryWire.connectOn(bench, MODERN_REVISION);

      const [refused] = await handshake(legacy);
      const [other] = await modern.ask(1, 'server/discover');

      for (const answer of [refused, other]) {
        expect(answer?.error).toEqual({ code: -32603, message: expect.stringMatching(MASKED) });
      }
      expect(bench.logger.text).toContain(SECRET);
    },
  );
});

/** Hooks that nobody waits for, and what brings them about. */
const UNWAITED: readonly (readonly [hook: keyof McpHooks, cause: (on: Bench) => unknown])[] = [
  ['onNotification', ({ wire }) => wire.send({ jsonrpc: '2.0', method: 'notifications/x' })],
  ['onEvent', ({ bench }) => bench.dispatcher.sessions.list()[0]?.send('x')],
  ['onCast', ({ bench }) => bench.dispatcher.sessions.list()[0]?.cast('x')],
  ['onTerminate', ({ wire }) => wire.close()],
  ['cacheHints', ({ bench }) => MemoryWire.connectOn(bench, MODERN_REVISION).ask(1, 'tools/list')],
];

interface Bench {
  readonly bench: DispatcherBench;
  readonly wire: MemoryWire;
}

describe('a hook that nobody waits for', () => {
  it.each(UNWAITED)(
    'is told to the log and to telemetry when it throws: %s',
    async (hook, cause) => {
      const { bench, wire } = await open({ [hook]: fail }, '2025-11-25');

      await cause({ bench, wire });
      await settled();

      expect(bench.logger.text).toContain(`error hooks.${hook} failed: RangeError: ${SECRET}`);
      expect(bench.events.filter(({ type }) => type === 'callback_failed')).toEqual([
        { type: 'callback_failed', place: `hooks.${hook}` },
      ]);
      expect(JSON.stringify(wire.received)).not.toContain(SECRET);
    },
  );
});
