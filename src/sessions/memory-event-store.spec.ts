import { itIsAnEventStore } from '../../test/support/event-store-contract.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { MemoryEventStore } from './memory-event-store.js';

const LIMITS = { eventHistory: 3, maxBufferedBytes: 100 };
const address = { sessionId: 'a', streamId: '1' };

describe('the event store in memory', () => {
  itIsAnEventStore(() => {
    const clock = new ManualClock();
    return { store: new MemoryEventStore(LIMITS, clock), advance: (ms) => clock.advance(ms) };
  });

  it.each([
    ['stream', (store: MemoryEventStore) => store.forgetStream(address)],
    ['session', (store: MemoryEventStore) => store.forgetSession(address.sessionId)],
  ])('leaves nothing behind of a forgotten %s', async (_, forget) => {
    const clock = new ManualClock();
    const store = new MemoryEventStore(LIMITS, clock);
    await store.append(address, { sequence: 1, data: '' });
    await store.endStream(address, 1_000);
    await store.endStream(address, 1_000);

    await forget(store);

    expect({ size: store.size, timers: clock.timers }).toEqual({ size: 0, timers: 0 });
  });

  it('counts bytes, not characters', async () => {
    const store = new MemoryEventStore(LIMITS, new ManualClock());
    await store.append(address, { sequence: 1, data: 'é'.repeat(50) });
    await store.append(address, { sequence: 2, data: 'é' });

    expect(await store.readAfter(address, 0)).toHaveLength(1);
  });
});
