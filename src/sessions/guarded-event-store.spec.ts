import { BenchLogger } from '../../test/support/bench-logger.js';
import { itIsAnEventStore } from '../../test/support/event-store-contract.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import type { EventStore } from './event-store.interface.js';
import { GuardedEventStore } from './guarded-event-store.js';
import { MemoryEventStore } from './memory-event-store.js';

const address = { sessionId: 'a', streamId: '1' };
const event = { sequence: 1, data: '{}' };

const failing = (fail: () => never | Promise<never>): EventStore => ({
  append: fail,
  readAfter: fail,
  endStream: fail,
  forgetStream: fail,
  forgetSession: fail,
});

const callAll = (store: EventStore) =>
  Promise.all([
    store.append(address, event),
    store.readAfter(address, 0),
    store.endStream(address, 1),
    store.forgetStream(address),
    store.forgetSession('a'),
  ]);

describe("the application's event store", () => {
  itIsAnEventStore(() => {
    const clock = new ManualClock();
    const store = new MemoryEventStore({ eventHistory: 3, maxBufferedBytes: 100 }, clock);
    return {
      store: new GuardedEventStore(store, new BenchLogger()),
      advance: (ms) => clock.advance(ms),
    };
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no connection'))],
    [
      'throws',
      () => {
        throw new Error('no connection');
      },
    ],
  ])('may be one that %s', async (_, fail) => {
    const logger = new BenchLogger();

    const results = await callAll(new GuardedEventStore(failing(fail), logger));

    expect(results).toEqual([undefined, [], undefined, undefined, undefined]);
    expect(logger.lines).toEqual([expect.stringMatching(/sessions\.eventStore[^]*no connection/)]);
  });

  it('is told of each operation that failed', async () => {
    const failed: string[] = [];
    const store = failing(() => Promise.reject(new Error('down')));

    await callAll(
      new GuardedEventStore(store, new BenchLogger(), (operation) => failed.push(operation)),
    );

    const all = ['append', 'endStream', 'forgetSession', 'forgetStream', 'readAfter'];
    expect(failed.toSorted()).toEqual(all);
  });

  it('is complained of again when it fails again', async () => {
    const logger = new BenchLogger();
    let isFailing = true;
    const inner = failing(() => Promise.reject(new Error('down')));
    const store = new GuardedEventStore(
      { ...inner, append: async () => (isFailing ? inner.append(address, event) : undefined) },
      logger,
    );

    await store.append(address, event);
    await store.append(address, event);
    isFailing = false;
    await store.append(address, event);
    isFailing = true;
    await store.append(address, event);

    expect(logger.lines).toHaveLength(2);
  });

  it.each([undefined, 'text', [1], [{ sequence: '1', data: '' }], [{ sequence: 1 }]])(
    'counts as failed when it reads %j',
    async (nonsense) => {
      const logger = new BenchLogger();
      const inner = failing(() => Promise.reject(new Error('unused')));
      const store = new GuardedEventStore(
        { ...inner, readAfter: async () => nonsense as never },
        logger,
      );

      expect(await store.readAfter(address, 0)).toEqual([]);
      expect(logger.lines).toHaveLength(1);
    },
  );
});
