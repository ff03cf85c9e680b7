import type { McpHooks } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

const [ALL, ONE, TWO] = ['shop://all', 'shop://orders/1', 'shop://orders/2'] as const;

async function setUp(given: McpHooks = {}) {
  const told: string[] = [];
  const hooks: McpHooks = {
    onResourceAttached: (uri) => void told.push(`+${uri}`),
    onResourceDetached: (uri) => void told.push(`-${uri}`),
    ...given,
  };
  const bench = await createListeningBench({ hooks });
  const listen = (...uris: readonly string[]) =>
    ListeningPeer.open(bench, { resourceSubscriptions: uris });
  const session = await DirectPeer.askable(bench, 'a');
  return { bench, told, listen, session };
}

describe('onResourceAttached and onResourceDetached', () => {
  it('are told of the first client of each resource and of the last, over both eras', async () => {
    const { told, listen, session } = await setUp();

    await session.ask('resources/subscribe', { uri: ALL });
    const peer = await listen(ALL, ONE, TWO);
    await settled();
    expect(told).toEqual([`+${ALL}`, `+${ONE}`, `+${TWO}`]);

    await session.ask('resources/unsubscribe', { uri: ALL });
    await settled();
    expect(told).toHaveLength(3);
    peer.leave();
    await settled();
    expect(told.slice(3).toSorted()).toEqual([`-${ALL}`, `-${ONE}`, `-${TWO}`]);

    await session.ask('resources/subscribe', { uri: ALL });
    await settled();
    expect(told.at(-1)).toBe(`+${ALL}`);
  });

  it('get the address in its normal form, however clients write it', async () => {
    const { told, session } = await setUp();

    await session.ask('resources/subscribe', { uri: 'SHOP://orders/%c3%a9' });
    await session.ask('resources/unsubscribe', { uri: 'shop://orders/é' });
    await settled();

    expect(told).toEqual(['+shop://orders/%C3%A9', '-shop://orders/%C3%A9']);
  });

  it.each(['leave', 'drain'] as const)('are told of what ends with %s', async (end) => {
    const { bench, told, session } = await setUp();
    await session.ask('resources/subscribe', { uri: ONE });

    if (end === 'leave') session.leave();
    else await bench.dispatcher.drain(1);
    await settled();

    expect(told).toEqual([`+${ONE}`, `-${ONE}`]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('come one after the other for a resource, also where the first takes its time', async () => {
    const attached = deferred<void>();
    const { told, session } = await setUp({ onResourceAttached: () => attached.promise });
    await session.ask('resources/subscribe', { uri: ONE });
    await session.ask('resources/unsubscribe', { uri: ONE });
    await settled();
    expect(told).toEqual([]);

    attached.resolve();
    await settled();

    expect(told).toEqual([`-${ONE}`]);
  });

  it.each([
    ['throws', () => fail()],
    ['rejects', async () => fail()],
  ])('that %s is reported like any hook, and the client is told of updates', async (_how, hook) => {
    const { bench, listen } = await setUp({ onResourceAttached: hook, onResourceDetached: hook });
    const peer = await listen(ONE);
    bench.bus.resourceUpdated(ONE);
    await settled();
    peer.leave();
    await settled();

    expect(peer.told).toEqual([`resources/updated ${ONE}`]);
    expect(bench.logger.lines.map((line) => line.split('\n')[0])).toEqual([
      'error hooks.onResourceAttached failed: Error: no feed',
      'error hooks.onResourceDetached failed: Error: no feed',
    ]);
    expect(bench.events.filter(({ type }) => type === 'callback_failed')).toEqual([
      { type: 'callback_failed', place: 'hooks.onResourceAttached' },
      { type: 'callback_failed', place: 'hooks.onResourceDetached' },
    ]);
    expect(bench.clock.timers).toBe(0);
  });
});

function fail(): never {
  throw new Error('no feed');
}
