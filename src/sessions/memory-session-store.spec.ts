import { ManualClock } from '../../test/support/manual-clock.js';
import { itIsASessionStore } from '../../test/support/session-store-contract.js';
import { storedSession } from '../../test/support/stored-session.js';
import { MemorySessionStore } from './memory-session-store.js';

const setUp = (maxRecords?: number) => {
  const clock = new ManualClock();
  return { clock, store: new MemorySessionStore({ ...(maxRecords && { maxRecords }) }, clock) };
};

describe('the session store in memory', () => {
  itIsASessionStore(() => {
    const { clock, store } = setUp();
    return { store, advance: (ms) => clock.advance(ms) };
  });

  it('leaves nothing behind of records whose time is over', async () => {
    const { clock, store } = setUp();
    await store.save(storedSession({ id: 'a' }), 1_000);
    await store.save(storedSession({ id: 'b' }), 2_000);
    await store.touch('a', 1_500);

    clock.advance(1_500);
    expect([store.size, clock.timers]).toEqual([1, 1]);
    clock.advance(500);
    expect([store.size, clock.timers]).toEqual([0, 0]);
  });

  it('leaves no timer behind of what was deleted', async () => {
    const { clock, store } = setUp();
    await store.save(storedSession({ id: 'a' }), 1_000);

    await store.delete('a');

    expect([store.size, clock.timers]).toEqual([0, 0]);
  });

  it('gives up the record that was not used for the longest past its bound', async () => {
    const { store } = setUp(2);
    await store.save(storedSession({ id: 'a' }), 1_000);
    await store.save(storedSession({ id: 'b' }), 1_000);
    expect(store.size).toBe(2);
    await store.touch('a', 1_000);

    await store.save(storedSession({ id: 'c' }), 1_000);

    expect(await store.list()).toEqual(['a', 'c']);
  });
});
