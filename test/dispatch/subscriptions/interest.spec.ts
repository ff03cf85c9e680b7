import fc from 'fast-check';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

const [ALL, ONE, TWO] = ['shop://all', 'shop://orders/1', 'shop://orders/2'] as const;

/** A dispatcher, and what its watcher was told; `now` is what it takes for attached. */
async function setUp() {
  const told: string[] = [];
  const now = new Set<string>();
  const watcher = {
    attached: (uri: string) => {
      expect(now.has(uri)).toBe(false);
      now.add(uri);
      told.push(`+${uri}`);
    },
    detached: (uri: string) => {
      expect(now.delete(uri)).toBe(true);
      told.push(`-${uri}`);
    },
  };
  const bench = await createListeningBench({ resourceWatchers: [watcher] });
  return { bench, told, now };
}

const listen = (bench: Awaited<ReturnType<typeof setUp>>['bench'], ...uris: readonly string[]) =>
  ListeningPeer.open(bench, { resourceSubscriptions: uris });

describe('a watcher of resources', () => {
  it('is told of the first who cares and of the last, over connections and listens', async () => {
    const { bench, told } = await setUp();
    const [a, b] = await Promise.all(['a', 'b'].map((id) => DirectPeer.askable(bench, id)));
    await a!.ask('resources/subscribe', { uri: ALL });
    await a!.ask('resources/subscribe', { uri: ALL });
    await b!.ask('resources/subscribe', { uri: ALL });
    const peer = await listen(bench, ALL, ONE);
    expect(told).toEqual([`+${ALL}`, `+${ONE}`]);

    await a!.ask('resources/unsubscribe', { uri: ALL });
    b!.leave();
    await settled();
    expect(told).toHaveLength(2);

    peer.leave();
    await settled();
    expect(told.slice(2).toSorted()).toEqual([`-${ALL}`, `-${ONE}`]);
  });

  it('knows a resource by one spelling, whatever clients write', async () => {
    const { bench, told } = await setUp();
    const a = await DirectPeer.askable(bench, 'a');
    await a.ask('resources/subscribe', { uri: 'SHOP://orders/é' });
    const peer = await listen(bench, 'shop://orders/%c3%a9');
    await a.ask('resources/unsubscribe', { uri: 'shop://orders/%C3%A9' });
    peer.leave();
    await settled();

    expect(told).toEqual(['+shop://orders/%C3%A9', '-shop://orders/%C3%A9']);
  });

  it('is not told of what was refused', async () => {
    const { bench, told } = await setUp();
    const a = await DirectPeer.askable(bench, 'a');
    await a.ask('resources/subscribe', { uri: 'shop://none' });
    await a.ask('resources/unsubscribe', { uri: ALL });
    await listen(bench, 'shop://none');

    expect(told).toEqual([]);
  });

  it('cannot say anything before a listen is acknowledged', async () => {
    const bus = { publish: () => undefined as void };
    const bench = await createListeningBench({
      resourceWatchers: [{ attached: () => bus.publish(), detached: () => undefined }],
    });
    bus.publish = () => bench.bus.publish({ type: 'resource_updated', uri: ALL });
    const peer = await listen(bench, ALL);

    expect(peer.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
  });

  it('is told of the end of everything when the server stops', async () => {
    const { bench, told } = await setUp();
    const a = await DirectPeer.askable(bench, 'a');
    await a.ask('resources/subscribe', { uri: ALL });
    await listen(bench, ONE, TWO);
    await bench.dispatcher.drain(1);

    expect(told.slice(3).toSorted()).toEqual([`-${ALL}`, `-${ONE}`, `-${TWO}`]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it.each([ALL, ONE])(
    'that fails harms neither who subscribes to %s nor the updates',
    async (uri) => {
      const fail = () => Promise.reject(new Error('no feed'));
      const bench = await createListeningBench({
        resourceWatchers: [{ attached: fail, detached: fail }],
      });
      const peer = await listen(bench, uri);
      bench.bus.resourceUpdated(uri);
      await settled();
      peer.leave();
      await settled();

      expect(peer.told).toEqual([`resources/updated ${uri}`]);
      expect(bench.logger.lines).toHaveLength(2);
      expect(bench.clock.timers).toBe(0);
    },
  );
});

describe('a watcher of resources under random sequences', () => {
  const uris = [ALL, ONE, TWO];
  const steps = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('listen' as const), uris: fc.subarray(uris) }),
      fc.record({ type: fc.constant('leave' as const), nth: fc.nat(4) }),
      fc.record({
        type: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
        id: fc.constantFrom('a', 'b'),
        uri: fc.constantFrom(...uris),
      }),
      fc.record({
        type: fc.constantFrom('connect' as const, 'end' as const),
        id: fc.constantFrom('a', 'b'),
      }),
    ),
    { maxLength: 25 },
  );

  it('takes for attached exactly what somebody is subscribed to, and nothing in the end', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (given, isStopped) => {
        const { bench, now } = await setUp();
        const listens = new Map<ListeningPeer, readonly string[]>();
        const peers = new Map<string, { peer: DirectPeer; uris: Set<string> }>();
        for (const step of given) {
          if (step.type === 'listen') {
            listens.set(await listen(bench, ...step.uris), step.uris);
          } else if (step.type === 'leave') {
            const peer = [...listens.keys()][step.nth];
            peer?.leave();
            if (peer !== undefined) listens.delete(peer);
          } else if ('uri' in step) {
            const known = peers.get(step.id);
            await known?.peer.ask(`resources/${step.type}`, { uri: step.uri });
            if (step.type === 'subscribe') known?.uris.add(step.uri);
            else known?.uris.delete(step.uri);
          } else if (step.type === 'connect') {
            peers.set(step.id, { peer: await DirectPeer.askable(bench, step.id), uris: new Set() });
          } else {
            peers.get(step.id)?.peer.leave();
            peers.delete(step.id);
          }
          await settled();
          const wanted = [...listens.values(), ...[...peers.values()].map((known) => known.uris)];
          expect(now).toEqual(new Set(wanted.flatMap((some) => [...some])));
        }
        if (isStopped) await bench.dispatcher.drain(1);
        for (const peer of listens.keys()) peer.leave();
        for (const { peer } of peers.values()) peer.leave();
        await settled();
        expect(now.size).toBe(0);
        expect(bench.logger.lines).toEqual([]);
      }),
      { numRuns: 120 },
    );
  }, 60_000);
});
