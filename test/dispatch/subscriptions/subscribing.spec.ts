import { McpNotificationBus } from 'nest-mcp';
import { revision20241105 } from '../../../src/protocol/revisions/revision-2024-11-05.js';
import { Connection } from '../../../src/sessions/connection.js';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { busy } from '../../support/full-bench.js';
import type { ListeningBench } from '../../support/listening-bench.js';
import { createListeningBench, LIST_CHANGED, UPDATED } from '../../support/listening-bench.js';
import { contextWith } from '../../support/request-context.js';
import { settled } from '../../support/settled.js';

const ALL = 'shop://all';
const ORDER = 'shop://orders/1';
const DONE = { jsonrpc: '2.0', id: expect.anything(), result: {} };

async function setUp(ids: readonly string[] = ['a'], limits = {}) {
  const bench = await createListeningBench({ limits });
  const peers = await Promise.all(ids.map((id) => DirectPeer.askable(bench, id)));
  return { bench, peers, peer: peers[0]! };
}

const publish = (bench: ListeningBench, ...uris: readonly string[]) => {
  for (const uri of uris) bench.bus.resourceUpdated(uri);
  return settled();
};

describe('resources/subscribe', () => {
  it('answers an empty result, and the connection is told of this resource', async () => {
    const { bench, peer } = await setUp();

    expect(await peer.ask('resources/subscribe', { uri: ALL })).toEqual(DONE);
    await publish(bench, ALL, ORDER);

    expect(peer.pushed).toEqual([UPDATED(ALL)]);
  });

  it('takes a resource that a template serves', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('resources/subscribe', { uri: ORDER });
    await publish(bench, ALL, ORDER, 'shop://orders/2');

    expect(peer.pushed).toEqual([UPDATED(ORDER)]);
  });

  it.each(['shop://none', 'shop://orders/%ff', '', 'constructor'])(
    'of the unknown resource %j is -32002 with its URI',
    async (uri) => {
      const { bench, peer } = await setUp();

      expect(await peer.ask('resources/subscribe', { uri })).toMatchObject({
        error: { code: -32002, data: { uri } },
      });
      expect(bench.dispatcher.snapshot().subscriptions).toBe(0);
    },
  );

  it.each([undefined, null, 5, [ALL]])('with the uri %j is bad params', async (uri) => {
    const { peer } = await setUp();
    const bad = { error: { code: -32602 } };

    expect(await peer.ask('resources/subscribe', { uri })).toMatchObject(bad);
    expect(await peer.ask('resources/unsubscribe', { uri })).toMatchObject(bad);
  });

  it('is told to nobody else', async () => {
    const { bench, peers } = await setUp(['a', 'b', 'c']);
    await peers[0]!.ask('resources/subscribe', { uri: ALL });
    await peers[2]!.ask('resources/subscribe', { uri: ALL });
    await publish(bench, ALL);

    expect(peers.map(({ pushed }) => pushed)).toEqual([[UPDATED(ALL)], [], [UPDATED(ALL)]]);
  });

  it('may come twice, and one message is sent', async () => {
    const { bench, peer } = await setUp();
    for (let time = 0; time < 2; time++) {
      expect(await peer.ask('resources/subscribe', { uri: ALL })).toEqual(DONE);
    }
    await publish(bench, ALL);
    expect(peer.pushed).toEqual([UPDATED(ALL)]);

    await peer.ask('resources/unsubscribe', { uri: ALL });
    await publish(bench, ALL);
    expect(peer.pushed).toHaveLength(1);
  });

  it('matches every spelling of the resource, and tells the spelling of the client', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('resources/subscribe', { uri: 'SHOP://orders/%c3%a9' });
    await publish(bench, 'shop://orders/é');
    expect(peer.pushed).toEqual([UPDATED('SHOP://orders/%c3%a9')]);

    await peer.ask('resources/unsubscribe', { uri: 'shop://orders/%C3%A9' });
    await publish(bench, 'shop://orders/é');
    expect(peer.pushed).toHaveLength(1);
  });

  it('tells changes made in one go once', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('resources/subscribe', { uri: ALL });
    await publish(bench, ALL, ALL, ALL);

    expect(peer.pushed).toHaveLength(1);
  });

  it('is refused past maxSubscriptions of the connection until one is given up', async () => {
    const { bench, peers } = await setUp(['a', 'b'], { maxSubscriptions: 2 });
    const [a, b] = peers as [DirectPeer, DirectPeer];
    const subscribe = (peer: DirectPeer, number: number) =>
      peer.ask('resources/subscribe', { uri: `shop://orders/${number}` });
    for (const number of [1, 2, 2]) expect(await subscribe(a, number)).toEqual(DONE);

    expect(await subscribe(a, 3)).toMatchObject({
      error: { code: -32000, message: 'server_busy', data: busy('subscriptions', 2) },
    });
    expect(await subscribe(b, 3)).toEqual(DONE);
    await a.ask('resources/unsubscribe', { uri: ORDER });
    expect(await subscribe(a, 3)).toEqual(DONE);
    expect(bench.dispatcher.snapshot().subscriptions).toBe(3);
    const warnings = bench.logger.lines.filter((line) => line.startsWith('warn'));
    expect(warnings).toEqual([expect.stringContaining('limits.maxSubscriptions (2) is met')]);
  });
});

describe('resources/unsubscribe', () => {
  it.each([ALL, 'shop://none'])('of %s, which was not subscribed to, is fine', async (uri) => {
    const { peer } = await setUp();

    expect(await peer.ask('resources/unsubscribe', { uri })).toEqual(DONE);
  });

  it('leaves other subscriptions alone', async () => {
    const { bench, peer } = await setUp();
    for (const uri of [ALL, ORDER]) await peer.ask('resources/subscribe', { uri });
    await peer.ask('resources/unsubscribe', { uri: ALL });
    await publish(bench, ALL, ORDER);

    expect(peer.pushed).toEqual([UPDATED(ORDER)]);
  });
});

describe('subscriptions', () => {
  it('end with the connection', async () => {
    const { bench, peer } = await setUp();
    for (const uri of [ALL, ORDER]) await peer.ask('resources/subscribe', { uri });
    expect(bench.dispatcher.snapshot().subscriptions).toBe(2);

    peer.leave();
    await publish(bench, ALL);

    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, connections: 0 });
  });

  it('do not pass to whoever takes over', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('resources/subscribe', { uri: ALL });
    const next = await DirectPeer.askable(bench, 'a');
    await publish(bench, ALL);

    expect([peer.pushed, next.pushed]).toEqual([[], []]);
    expect(bench.dispatcher.snapshot().subscriptions).toBe(0);
  });

  it('of a connection that is not remembered end with its request', async () => {
    const bench = await createListeningBench();
    await new DirectPeer(bench, 'once').ask('resources/subscribe', { uri: ALL });

    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, capabilities: 0 });
  });

  it('made before somebody listens are told to whoever does', async () => {
    const bench = await createListeningBench();
    const peer = new DirectPeer(bench, 'a');
    await peer.initialize();
    await peer.ask('resources/subscribe', { uri: ALL });
    peer.listen();
    await publish(bench, ALL);

    expect(peer.pushed).toEqual([UPDATED(ALL)]);
  });

  it('cannot be made on a connection that has ended', async () => {
    const { bench, peer } = await setUp();
    const held: (() => void)[] = [];
    const authorizer = {
      authorize: () => ({ kind: 'allow' }) as const,
      authorizeRead: () =>
        new Promise<{ kind: 'allow' }>((resolve) => held.push(() => resolve({ kind: 'allow' }))),
    };
    const guarded = await createListeningBench({ authorizer });
    const late = await DirectPeer.askable(guarded, 'a');
    const call = late.request('resources/subscribe', { uri: ALL });
    await settled();
    late.leave();
    for (const answer of held) answer();

    expect(await call.response).toMatchObject({ error: { code: -32600 } });
    expect(guarded.dispatcher.snapshot()).toMatchObject(AT_REST);
    peer.leave();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('end with the server', async () => {
    const { bench, peer } = await setUp();
    await peer.ask('resources/subscribe', { uri: ALL });
    await bench.dispatcher.drain(1);
    await publish(bench, ALL);

    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(peer.pushed).toEqual([]);
  });
});

describe('a changed list', () => {
  const published = async (bench: ListeningBench, ...lists: ('tools' | 'resources')[]) => {
    for (const list of lists) bench.bus.listChanged(list);
    await settled();
  };

  /** A connection of a transport, and what is pushed to it. */
  async function connected(bench: ListeningBench, connection: Connection) {
    const pushed: unknown[] = [];
    bench.dispatcher.pushes(connection).subscribe((message) => pushed.push(message));
    const context = contextWith({ connection, scope: connection, revision: revision20241105 });
    const params = { protocolVersion: '2025-11-25' };
    await bench.dispatcher.dispatch(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      context,
    );
    const initialized = () =>
      bench.dispatcher.receive(
        { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
        connection,
      );
    return { pushed, initialized };
  }

  it('is told once the client is initialised, and before that kept until then', async () => {
    const bench = await createListeningBench();
    const { pushed, initialized } = await connected(bench, new Connection('s', undefined));
    await published(bench, 'tools', 'resources');
    await published(bench, 'tools');
    expect(pushed).toEqual([]);

    initialized();
    expect(pushed).toEqual([LIST_CHANGED('tools'), LIST_CHANGED('resources')]);
    await published(bench, 'tools');
    expect(pushed).toHaveLength(3);
    initialized();
    expect(pushed).toHaveLength(3);
  });

  it('is not told to a connection that never shook hands', async () => {
    const bench = await createListeningBench();
    const connection = new Connection('s', undefined);
    const pushed: unknown[] = [];
    bench.dispatcher.pushes(connection).subscribe((message) => pushed.push(message));
    bench.dispatcher.receive(
      { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
      connection,
    );
    await published(bench, 'tools');

    expect(pushed).toEqual([]);
  });

  it('is not told to a connection that ended', async () => {
    const bench = await createListeningBench();
    const connection = new Connection('s', undefined);
    const { pushed, initialized } = await connected(bench, connection);
    initialized();
    bench.dispatcher.end(connection, { reason: 'deleted', detail: 'over' });
    await published(bench, 'tools');

    expect(pushed).toEqual([]);
  });

  it('is told to the process on stdio and to a direct caller of that name, once each', async () => {
    const bench = await createListeningBench();
    const stdio = await connected(bench, new Connection('stdio', undefined));
    stdio.initialized();
    const direct = await DirectPeer.askable(bench, 'stdio');
    await published(bench, 'tools');

    expect([stdio.pushed, direct.pushed]).toEqual([
      [LIST_CHANGED('tools')],
      [LIST_CHANGED('tools')],
    ]);
    direct.leave();
    await published(bench, 'tools');
    expect(stdio.pushed).toHaveLength(2);
  });
});

describe('a connection that does not last', () => {
  const setUpShort = async () => {
    const bench = await createListeningBench();
    const connection = new Connection('s', undefined, { isLasting: false });
    const context = contextWith({ connection, scope: connection });
    const ask = (method: string, params = {}) =>
      bench.dispatcher.dispatch({ jsonrpc: '2.0', id: 1, method, params }, context);
    return { bench, ask, connection };
  };

  it('is offered nothing that must be remembered', async () => {
    const { ask } = await setUpShort();
    const answer = await ask('initialize', { protocolVersion: '2025-11-25' });

    expect(JSON.parse((answer as any).result.json).capabilities).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    });
  });

  it.each([
    ['resources/subscribe', { uri: ALL }],
    ['resources/unsubscribe', { uri: ALL }],
    ['logging/setLevel', { level: 'error' }],
  ])('has no %s', async (method, params) => {
    const { ask } = await setUpShort();

    expect(await ask(method, params)).toMatchObject({ error: { code: -32601 } });
  });

  it('has everything else', async () => {
    const { ask } = await setUpShort();

    expect(await ask('resources/list')).toHaveProperty('result');
  });

  it('is told nothing', async () => {
    const { bench, ask, connection } = await setUpShort();
    await ask('initialize', { protocolVersion: '2025-11-25' });
    const pushed: unknown[] = [];
    bench.dispatcher.pushes(connection).subscribe((message) => pushed.push(message));
    bench.dispatcher.receive(
      { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
      connection,
    );
    bench.bus.listChanged('tools');
    await settled();

    expect(pushed).toEqual([]);
  });
});

describe('publishing', () => {
  it('harms nothing while nobody wants to know', async () => {
    const bus = new McpNotificationBus();
    bus.resourceUpdated(ALL);
    bus.listChanged('tools');
    await settled();
    const seen: unknown[] = [];
    bus.changes$.subscribe((change) => seen.push(change));
    await settled();

    expect(seen).toEqual([]);
  });
});
