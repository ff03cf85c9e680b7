import type { McpRegistry } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { RUNTIME_KINDS } from '../../support/runtime-kinds.js';
import { settled } from '../../support/settled.js';

/** A text that comes later. */
type Later = () => Promise<string>;

interface Use {
  readonly what: string;
  register(registry: McpRegistry, handler: Later | (() => string)): Promise<void>;
  unregister(registry: McpRegistry): Promise<void>;
  readonly request: readonly [method: string, params: object];
}

const USES: readonly Use[] = [
  {
    what: 'a tool',
    register: (registry, handler) => registry.registerTools([{ name: 'x', handler }]),
    unregister: (registry) => registry.unregisterTools(['x']),
    request: ['tools/call', { name: 'x' }],
  },
  {
    what: 'a resource',
    register: (registry, handler) =>
      registry.registerResources([{ name: 'x', uri: 'shop://x', handler }]),
    unregister: (registry) => registry.unregisterResources(['shop://x']),
    request: ['resources/read', { uri: 'shop://x' }],
  },
  {
    what: 'a resource template',
    register: (registry, handler) =>
      registry.registerResourceTemplates([{ name: 'x', uriTemplate: 'shop://x/{id}', handler }]),
    unregister: (registry) => registry.unregisterResourceTemplates(['shop://x/{id}']),
    request: ['resources/read', { uri: 'shop://x/1' }],
  },
  {
    what: 'a prompt',
    register: (registry, handler) => registry.registerPrompts([{ name: 'x', handler }]),
    unregister: (registry) => registry.unregisterPrompts(['x']),
    request: ['prompts/get', { name: 'x' }],
  },
  {
    what: 'a completer',
    register: (registry, handler) =>
      registry.registerPrompts([
        {
          name: 'x',
          input: { type: 'object', properties: { a: { type: 'string' } } },
          handler: () => '',
          complete: { a: async () => [await handler()] },
        },
      ]),
    unregister: (registry) => registry.unregisterPrompts(['x']),
    request: [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
    ],
  },
];

describe.each(USES)('a call of $what that runs', ({ register, unregister, request }) => {
  it.each([
    ['is replaced', (registry: McpRegistry) => register(registry, () => 'new')],
    ['is removed', unregister],
  ])('ends as it began when what it calls %s', async (_what, change) => {
    const bench = await createBench();
    const gate = deferred<string>();
    await register(bench.registry, () => gate.promise);
    const call = new DirectPeer(bench, 'a').ask(...request);
    await settled();
    await change(bench.registry);
    gate.resolve('as before');

    expect(JSON.stringify(await call)).toContain('as before');
  });
});

describe.each(RUNTIME_KINDS)('a change of $list', (kind) => {
  it('leaves connections and listens open', async () => {
    const bench = await createBench();
    const legacy = await DirectPeer.askable(bench, 'a');
    const listen = await ListeningPeer.open(bench, {
      [`${kind.told}ListChanged`]: true,
      resourceSubscriptions: [],
    });
    const before = bench.dispatcher.snapshot();
    for (const text of ['one', 'two', 'three']) {
      await kind.register(bench.registry, ['x'], text);
      await settled();
      await kind.unregister(bench.registry, ['x']);
      await settled();
    }

    expect(bench.dispatcher.snapshot()).toEqual(before);
    expect(listen.end).toBeUndefined();
    expect(listen.told).toHaveLength(6);
    expect(await legacy.ask('ping')).toMatchObject({ result: {} });
  });

  it('shows in the next list', async () => {
    const bench = await createBench();
    const key = kind.keyOf('ware');
    const isListed = async () => {
      const reply = await new ModernPeer(bench).ask(kind.method);
      return JSON.stringify(reply).includes(key);
    };
    const seen = [await isListed()];
    await kind.register(bench.registry, ['ware']);
    seen.push(await isListed());
    await kind.unregister(bench.registry, ['ware']);
    seen.push(await isListed());

    expect(seen).toEqual([false, true, false]);
  });

  it('harms nothing while nobody listens', async () => {
    const bench = await createBench();

    await expect(kind.register(bench.registry, ['x'])).resolves.toBeUndefined();
  });
});

describe('a page of tools that is being written', () => {
  it('is written to its end, and not taken for the next one', async () => {
    const gate = deferred<boolean>();
    const bench = await createBench({
      tools: ['a', 'b'].map((name) => ({ name, handler: () => '' })),
      authorizer: {
        authorize: () => ({ kind: 'allow' }),
        canList: () => gate.promise,
        visibilityKey: () => 'all',
      },
    });
    const list = () => new ModernPeer(bench).ask('tools/list');
    const page = list();
    await settled();
    await bench.registry.unregisterTools(['a']);
    await bench.registry.registerTools([{ name: 'c', handler: () => '' }]);
    gate.resolve(true);

    expect(await page).toMatchObject({ result: { tools: [{ name: 'a' }, { name: 'b' }] } });
    expect(await list()).toMatchObject({ result: { tools: [{ name: 'b' }, { name: 'c' }] } });
  });
});

describe('a subscription', () => {
  it('outlives its resource', async () => {
    const bench = await createBench();
    const resource = { name: 'x', uri: 'shop://x', handler: () => '' };
    await bench.registry.registerResources([resource]);
    const legacy = await DirectPeer.askable(bench, 'a');
    await legacy.ask('resources/subscribe', { uri: 'shop://x' });
    await bench.registry.unregisterResources(['shop://x']);
    await bench.registry.registerResources([resource]);
    await settled();

    expect(bench.dispatcher.snapshot()).toMatchObject({ subscriptions: 1 });
  });
});
