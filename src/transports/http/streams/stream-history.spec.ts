import { ManualClock } from '../../../../test/support/manual-clock.js';
import { settled } from '../../../../test/support/settled.js';
import type { Deferred } from '../../../protocol/deferred.js';
import { deferred } from '../../../protocol/deferred.js';
import type { EventStreamAddress, StoredEvent } from '../../../sessions/event-store.interface.js';
import { MemoryEventStore } from '../../../sessions/memory-event-store.js';
import { StreamHistory } from './stream-history.js';

const LIMITS = { eventHistory: 3, maxBufferedBytes: 20, eventHistoryMs: 1_000 };
const address = { sessionId: 'session', streamId: 'stream' };

/** A store that does one thing each time it is told to. */
class SteppedStore extends MemoryEventStore {
  private readonly steps: Deferred<void>[] = [];

  override async append(to: EventStreamAddress, event: StoredEvent): Promise<void> {
    const step = deferred<void>();
    this.steps.push(step);
    await step.promise;
    await super.append(to, event);
  }

  async step(): Promise<void> {
    this.steps.shift()?.resolve();
    await settled();
  }

  get running(): number {
    return this.steps.length;
  }
}

function setUp() {
  const store = new SteppedStore(LIMITS, new ManualClock());
  const history = new StreamHistory(store, address, LIMITS);
  const append = (...sequences: number[]) => {
    for (const sequence of sequences) history.append({ sequence, data: `${sequence}` });
  };
  return { store, history, append };
}

describe('the history of a stream', () => {
  it('gives the store one thing at a time', async () => {
    const { store, append } = setUp();
    append(1, 2);

    expect(store.running).toBe(1);
    await store.step();
    expect(store.running).toBe(1);
  });

  it('reads what was added before, and not what was added after', async () => {
    const { store, history, append } = setUp();
    append(1, 2);
    const reading = history.readAfter(0);
    append(3);
    for (let i = 0; i < 3; i++) await store.step();

    expect((await reading).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('lets a slow store miss what its bound would have forgotten', async () => {
    const { store, history, append } = setUp();
    append(1, 2, 3, 4, 5, 6);
    for (let i = 0; i < 6; i++) await store.step();

    // The first was on its way; of the others as many wait as are kept.
    expect((await history.readAfter(1)).map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
  });

  it('bounds what waits by bytes too, but for the newest', async () => {
    const { store, history } = setUp();
    history.append({ sequence: 1, data: '' });
    history.append({ sequence: 2, data: 'x'.repeat(10) });
    history.append({ sequence: 3, data: 'x'.repeat(10) });
    history.append({ sequence: 4, data: 'x'.repeat(30) });
    for (let i = 0; i < 4; i++) await store.step();

    expect((await history.readAfter(1)).map(({ sequence }) => sequence)).toEqual([4]);
  });

  it('leaves undone what was not begun when it is closed', async () => {
    const { store, history, append } = setUp();
    append(1, 2, 3);
    let isClosed = false;
    void history.close().then(() => {
      isClosed = true;
    });

    await settled();
    expect(isClosed).toBe(false);
    await store.step();
    expect(isClosed).toBe(true);
    expect(store.running).toBe(0);
    expect(await store.readAfter(address, 0)).toHaveLength(1);
  });

  it('is closed at once when nothing runs', async () => {
    await expect(setUp().history.close()).resolves.toBeUndefined();
  });
});
