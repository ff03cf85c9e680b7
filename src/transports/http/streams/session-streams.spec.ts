import fc from 'fast-check';
import { FakeResponse } from '../../../../test/support/fake-response.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { settled } from '../../../../test/support/settled.js';
import type { EventStreamAddress, StoredEvent } from '../../../sessions/event-store.interface.js';
import { MemoryEventStore } from '../../../sessions/memory-event-store.js';
import { EventStream } from './event-stream.js';
import type { SessionStream } from './session-stream.js';
import type { ResumePoint } from './session-streams.js';
import { SessionStreams } from './session-streams.js';

const LIMITS = {
  eventHistory: 5,
  eventHistoryMs: 1_000,
  maxBufferedBytes: 10_000,
  maxStreamsPerSession: 2,
  keepAliveMs: 60_000,
};

/** A store that reads and writes when it is told to. */
class LatentStore extends MemoryEventStore {
  isLatent = false;
  private readonly pending: (() => void)[] = [];

  override async append(address: EventStreamAddress, event: StoredEvent): Promise<void> {
    await this.turn();
    return super.append(address, event);
  }

  override async readAfter(address: EventStreamAddress, sequence: number) {
    await this.turn();
    const events = await super.readAfter(address, sequence);
    await this.turn();
    return events;
  }

  step(): void {
    this.pending.shift()?.();
  }

  async finish(): Promise<void> {
    this.isLatent = false;
    while (this.pending.length > 0) {
      this.step();
      await settled();
    }
  }

  private turn(): Promise<void> | void {
    if (this.isLatent) return new Promise((resolve) => this.pending.push(resolve));
  }
}

function setUp({ limits = {}, hasPolling = true, hasStore = true } = {}) {
  const clock = new ManualClock();
  const bounds = { ...LIMITS, ...limits };
  const store = new LatentStore(bounds, clock);
  let ids = 0;
  let full = 0;
  const streams = new SessionStreams({
    sessionId: 'session',
    store: hasStore ? store : undefined,
    hasPolling,
    limits: bounds,
    clock,
    nextId: () => `s${ids++}`,
    onFull: () => full++,
  });
  const connect = (isSlow = false) => {
    const response = new FakeResponse(isSlow);
    const stream = new EventStream(response.asResponse, {
      clock,
      limits: bounds,
      onDropped: () => undefined,
    });
    return { response, stream };
  };
  const open = () => {
    const { response, stream } = connect();
    return { response, call: streams.open(stream) };
  };
  const get = async (
    stream: SessionStream = streams.standalone,
    after?: number,
    isSlow = false,
  ) => {
    const connection = connect(isSlow);
    void stream.attach(connection.stream, after);
    await settled();
    return connection.response;
  };
  return { clock, store, streams, connect, open, get, timesFull: () => full };
}

const note = (n: number) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { n } }) as const;

/** The numbers of the notes a client has read. */
const numbers = ({ events }: FakeResponse): readonly unknown[] =>
  events
    .filter(({ data }) => data !== '')
    .map(({ data }) => (JSON.parse(data) as { params?: { n: number } }).params?.n ?? 'answer');

const ids = ({ events }: FakeResponse) => events.map(({ id }) => id);

const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe('the standalone stream', () => {
  it('keeps what comes before its first connection', async () => {
    const { streams, get } = setUp();
    void streams.standalone.send(note(1));
    void streams.standalone.send(note(2));

    expect(numbers(await get())).toEqual([1, 2]);
  });

  it('keeps as much of it as its history holds', async () => {
    const { streams, get } = setUp();
    for (let n = 1; n <= 7; n++) void streams.standalone.send(note(n));

    expect(numbers(await get())).toEqual([3, 4, 5, 6, 7]);
  });

  it('goes on with another connection, and ends the one before', async () => {
    const { streams, get } = setUp();
    const first = await get();
    void streams.standalone.send(note(1));

    const second = await get();
    void streams.standalone.send(note(2));
    await settled();

    expect([numbers(first), numbers(second)]).toEqual([[1], [2]]);
    expect([first.writableEnded, second.writableEnded]).toEqual([true, false]);
  });

  it('gives the next connection what a slow one was not handed', async () => {
    const { streams, get } = setUp();
    const slow = await get(streams.standalone, undefined, true);
    for (let n = 1; n <= 3; n++) void streams.standalone.send(note(n));

    const next = await get();

    // The priming event fills the slow connection, so all the rest waits.
    expect(numbers(next)).toEqual([1, 2, 3]);
    expect(slow.destroyed).toBe(true);
  });

  it('keeps what comes between two connections', async () => {
    const { streams, get } = setUp();
    const first = await get();
    void streams.standalone.send(note(1));
    first.destroy();
    await settled();
    void streams.standalone.send(note(2));

    expect(numbers(await get())).toEqual([2]);
  });

  it('begins with an id where it may be polled', async () => {
    const { streams, get } = setUp();
    void streams.standalone.send(note(1));

    expect((await get()).events.map(({ id, data }) => [id, data !== ''])).toEqual([
      ['session-s0.0', false],
      ['session-s0.1', true],
    ]);
  });

  it('has ids, but does not begin with one, where it may not', async () => {
    const { streams, get } = setUp({ hasPolling: false });
    void streams.standalone.send(note(1));

    expect(ids(await get())).toEqual(['session-s0.1']);
  });

  it('has no ids and keeps nothing without a store', async () => {
    const { streams, get } = setUp({ hasStore: false });
    void streams.standalone.send(note(1));
    const first = await get();
    void streams.standalone.send(note(2));
    await settled();
    const second = await get();
    void streams.standalone.send(note(3));
    await settled();

    expect([numbers(first), numbers(second)]).toEqual([[2], [3]]);
    expect([...ids(first), ...ids(second)]).toEqual([undefined, undefined]);
    expect(streams.find('session-s0.1')).toBeUndefined();
  });

  it('can be resumed when its history is gone', async () => {
    const { streams, get } = setUp();
    for (let n = 1; n <= 9; n++) void streams.standalone.send(note(n));

    const point = streams.find('session-s0.1') as ResumePoint | undefined;

    expect(numbers(await get(point?.stream, point?.after))).toEqual([5, 6, 7, 8, 9]);
  });

  it('cannot be resumed after what never was', () => {
    const { streams } = setUp();
    void streams.standalone.send(note(1));

    expect(streams.find('session-s0.1')).toBeDefined();
    expect(streams.find('session-s0.2')).toBeUndefined();
  });
});

describe('the stream of a call', () => {
  it('ends with the answer', async () => {
    const { open } = setUp();
    const { call, response } = open();
    void call.send(note(1));
    call.answer(answer);
    await settled();

    expect(numbers(response)).toEqual([1, 'answer']);
    expect(response.writableFinished).toBe(true);
    expect(call.isOpen).toBe(false);
  });

  it('is recorded while the client is away, and gives the rest when it is back', async () => {
    const { streams, open, get } = setUp();
    const { call, response } = open();
    void call.send(note(1));
    response.destroy();
    await settled();

    expect(call.isOpen).toBe(true);
    void call.send(note(2));
    call.answer(answer);
    const point = streams.find('s1.1') as ResumePoint | undefined;
    const back = await get(point?.stream, point?.after);

    expect(numbers(back)).toEqual([2, 'answer']);
    expect(back.writableFinished).toBe(true);
  });

  it('gives the answer to a client that was back before it', async () => {
    const { open, get } = setUp();
    const { call, response } = open();
    response.destroy();
    await settled();
    const back = await get(call, 0);

    call.answer(answer);
    await settled();

    expect(numbers(back)).toEqual(['answer']);
    expect(back.writableFinished).toBe(true);
  });

  it('ends after a replay that the answer overtook', async () => {
    const { store, open, get } = setUp();
    const { call } = open();
    void call.send(note(1));
    await settled();
    store.isLatent = true;
    const back = await get(call, 0);
    void call.send(note(2));
    call.answer(answer);
    await store.finish();
    await settled();

    expect(numbers(back)).toEqual([1, 2, 'answer']);
    expect(back.writableFinished).toBe(true);
  });

  it('is cut during a replay, too', async () => {
    const { store, open, get } = setUp();
    const { call } = open();
    void call.send(note(1));
    await settled();
    store.isLatent = true;
    const back = await get(call, 0);

    call.cut();

    expect(back.writableEnded).toBe(true);
    await store.finish();
    expect(numbers(back)).toEqual([]);
  });

  it('ends with its connection without a store', async () => {
    const { open } = setUp({ hasStore: false });
    const { call, response } = open();

    response.destroy();
    await settled();

    expect(call.isOpen).toBe(false);
  });

  it('can be suspended, and lives on', async () => {
    const { open, get } = setUp();
    const { call, response } = open();

    call.suspend(250);
    void call.send(note(1));
    await settled();

    expect(response.events).toEqual([
      { id: 's1.0', data: '', retry: undefined },
      { id: undefined, data: '', retry: '250' },
    ]);
    expect(response.writableFinished).toBe(true);
    expect(numbers(await get(call, 0))).toEqual([1]);
  });

  it('is forgotten a while after its end', () => {
    const { clock, streams, open } = setUp();
    open().call.answer(answer);

    clock.advance(LIMITS.eventHistoryMs - 1);
    expect(streams.find('s1.0')).toBeDefined();
    clock.advance(1);
    expect(streams.find('s1.0')).toBeUndefined();
  });

  it('tells when nothing follows', () => {
    const { open } = setUp();
    const { call } = open();
    expect(call.endsAt(0)).toBe(false);

    call.answer(answer);

    expect([call.endsAt(0), call.endsAt(1)]).toEqual([false, true]);
  });

  it('makes the one that ended longest ago forgotten when there are too many', () => {
    const { streams, open } = setUp();
    const [first, second] = [open(), open()];
    second.call.answer(answer);
    first.call.answer(answer);

    open();

    expect(streams.find('s2.0')).toBeUndefined();
    expect(streams.find('s1.0')).toBeDefined();
  });

  it('is not to be had when all the others are open', () => {
    const { streams, open, timesFull } = setUp();
    open();
    expect([streams.hasRoom, timesFull()]).toEqual([true, 0]);
    const { call } = open();

    expect([streams.hasRoom, timesFull()]).toEqual([false, 1]);
    call.cut();
    expect(streams.hasRoom).toBe(true);
  });

  it.each(['nonsense', '', 's9.0', 's0', 's1.1'])('is not found by "%s"', (id) => {
    const { streams, open } = setUp();
    open();

    expect(streams.find(id)).toBeUndefined();
  });
});

describe('the end of a session', () => {
  it('ends every stream and leaves nothing behind', async () => {
    const { clock, store, streams, open, get } = setUp();
    const standalone = await get();
    void streams.standalone.send(note(1));
    const live = open();
    void live.call.send(note(2));
    const ended = open();
    ended.call.answer(answer);
    await settled();

    streams.end();
    await settled();

    expect([standalone, live.response].map(({ writableEnded }) => writableEnded)).toEqual([
      true,
      true,
    ]);
    expect({ kept: store.size, timers: clock.timers }).toEqual({ kept: 0, timers: 0 });
    expect(live.call.isOpen).toBe(false);
    expect(streams.find('s1.0')).toBeUndefined();
  });

  it('outlasts what a slow store was about to keep', async () => {
    const { store, streams } = setUp();
    store.isLatent = true;
    void streams.standalone.send(note(1));
    void streams.standalone.send(note(2));

    streams.end();
    await store.finish();
    await settled();

    expect(store.size).toBe(0);
  });
});

describe('any life of a stream', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant('produce' as const) },
    { weight: 2, arbitrary: fc.constant('leave' as const) },
    { weight: 2, arbitrary: fc.constant('resume' as const) },
    { weight: 1, arbitrary: fc.constant('resume slowly' as const) },
    { weight: 1, arbitrary: fc.constant('connect' as const) },
    { weight: 4, arbitrary: fc.constant('store' as const) },
    { weight: 3, arbitrary: fc.constant('read' as const) },
  );

  it('gives each message once, in order, to a client that names what it has', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      async (steps) => {
        const { store, streams, connect } = setUp({ limits: { eventHistory: 1_000 } });
        store.isLatent = true;
        const stream = streams.standalone;
        const responses: { response: FakeResponse; from: number; isFresh: boolean }[] = [];
        let produced = 0;
        // The highest number any connection was given, which a fresh connection need not repeat.
        const lastRead = () => {
          const all = responses.flatMap(({ response }) => ids(response));
          return Math.max(0, ...all.map((id) => Number(id?.split('.')[1] ?? 0)));
        };
        const attach = (isSlow: boolean, after?: number) => {
          const { response, stream: connection } = connect(isSlow);
          responses.push({ response, from: after ?? 0, isFresh: after === undefined });
          void stream.attach(connection, after);
        };
        for (const one of steps) {
          if (one === 'produce') void stream.send(note(++produced));
          else if (one === 'leave') responses.at(-1)?.response.destroy();
          else if (one === 'resume') attach(false, lastRead());
          else if (one === 'resume slowly') attach(true, lastRead());
          else if (one === 'connect') attach(false);
          else if (one === 'store') store.step();
          else responses.at(-1)?.response.read();
          await settled();
        }
        await store.finish();
        attach(false, lastRead());
        await settled();

        const received = responses.flatMap(({ response }) => numbers(response)) as number[];
        expect(received).toEqual([...new Set(received)].toSorted((a, b) => a - b));
        for (const { response, from, isFresh } of responses) {
          const got = numbers(response) as number[];
          const [first = 0] = got;
          expect(got).toEqual(got.map((_, index) => first + index));
          expect(first).toBe(isFresh || got.length === 0 ? first : from + 1);
        }
        expect(lastRead()).toBe(produced);
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});
