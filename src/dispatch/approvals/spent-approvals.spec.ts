import type { Clock } from '../../protocol/clock.js';
import { MemorySpentApprovals } from './spent-approvals.js';

function storeOf(maxEntries: number) {
  const time = { now: 1000 };
  const clock: Clock = {
    now: () => time.now,
    monotonic: () => time.now,
    after: () => ({ cancel: () => undefined }),
  };
  return { store: new MemorySpentApprovals(maxEntries, clock), time };
}

describe('MemorySpentApprovals', () => {
  it('spends an approval once', async () => {
    const { store } = storeOf(2);

    expect([await store.spend('a', 2000), await store.spend('a', 2000)]).toEqual(['ok', 'spent']);
  });

  it('spends it once when it is asked twice in one turn', async () => {
    const { store } = storeOf(2);

    expect(await Promise.all([store.spend('a', 2000), store.spend('a', 2000)])).toEqual([
      'ok',
      'spent',
    ]);
  });

  it('is full rather than forget an approval that has not expired', async () => {
    const { store, time } = storeOf(1);
    await store.spend('a', 2000);
    time.now = 1999;

    expect([await store.spend('b', 3000), await store.spend('a', 2000)]).toEqual(['full', 'spent']);
    expect(store.size).toBe(1);
  });

  it('makes room of expired approvals, wherever they stand', async () => {
    const { store, time } = storeOf(3);
    await store.spend('long', 9000);
    await store.spend('short', 2000);
    await store.spend('shorter', 1500);
    time.now = 2000;

    expect([await store.spend('new', 3000), store.size]).toEqual(['ok', 2]);
    expect(await store.spend('long', 9000)).toBe('spent');
  });

  it('takes an id for a name and nothing else', async () => {
    const { store } = storeOf(3);

    expect([await store.spend('__proto__', 2000), await store.spend('constructor', 2000)]).toEqual([
      'ok',
      'ok',
    ]);
  });
});
