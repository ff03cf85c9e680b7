import type { EventStore, StoredEvent } from 'nest-mcp';

/** A store and the way to let time pass for it. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Lets milliseconds pass. */
  advance(ms: number): Promise<void> | void;
  close?(): Promise<void> | void;
}

const address = (sessionId: string, streamId: string) => ({ sessionId, streamId });
const A = address('session-a', 'stream-1');
const event = (sequence: number, data = `{"n":${sequence}}`): StoredEvent => ({ sequence, data });

/**
 * What every event store does.
 *
 * @param create a fresh store that keeps 3 messages and 100 bytes of each stream
 */
export function itIsAnEventStore(create: () => Promise<StoreUnderTest> | StoreUnderTest): void {
  let tested: StoreUnderTest;
  let store: EventStore;

  beforeEach(async () => {
    tested = await create();
    store = tested.store;
  });

  afterEach(() => tested.close?.());

  const append = async (stream: typeof A, ...sequences: number[]) => {
    for (const sequence of sequences) await store.append(stream, event(sequence));
  };
  const read = async (stream: typeof A, after = 0) =>
    (await store.readAfter(stream, after)).map(({ sequence }) => sequence);

  it('gives messages back as they were, in order', async () => {
    await append(A, 1, 2, 3);

    expect(await store.readAfter(A, 0)).toMatchObject([event(1), event(2), event(3)]);
  });

  it('gives only what follows', async () => {
    await append(A, 1, 2, 3);

    expect([await read(A, 1), await read(A, 3), await read(A, 99)]).toEqual([[2, 3], [], []]);
  });

  it('orders by number, not by its digits', async () => {
    await append(A, 9, 10, 11);

    expect(await read(A, 9)).toEqual([10, 11]);
  });

  it('knows nothing of a stream nobody wrote to', async () => {
    expect(await read(A)).toEqual([]);
  });

  it('keeps streams and sessions apart', async () => {
    await append(A, 1);
    await append(address('session-a', 'stream-2'), 2);
    await append(address('session-b', 'stream-1'), 3);

    expect(await read(A)).toEqual([1]);
    expect(await read(address('session-b', 'stream-1'))).toEqual([3]);
  });

  it('is not confused by ids that look like paths', async () => {
    await append(address('a:b', 'c'), 1);
    await append(address('a', 'b:c'), 2);

    expect(await read(address('a:b', 'c'))).toEqual([1]);
  });

  it('keeps as many messages as its bound, the newest of them', async () => {
    await append(A, 1, 2, 3);
    expect(await read(A)).toEqual([1, 2, 3]);
    await append(A, 4);

    expect(await read(A)).toEqual([2, 3, 4]);
  });

  it('keeps as many bytes as its bound', async () => {
    await store.append(A, event(1, 'x'.repeat(50)));
    await store.append(A, event(2, 'x'.repeat(50)));
    expect(await read(A)).toEqual([1, 2]);
    await store.append(A, event(3, 'x'));

    expect(await read(A)).toEqual([2, 3]);
  });

  it('keeps the newest message whatever its size', async () => {
    await append(A, 1);
    await store.append(A, event(2, 'x'.repeat(1_000)));

    expect(await read(A)).toEqual([2]);
  });

  it('keeps an ended stream for a while', async () => {
    await append(A, 1);
    await store.endStream(A, 1_000);

    await tested.advance(999);
    expect(await read(A)).toEqual([1]);
    await tested.advance(1);
    expect(await read(A)).toEqual([]);
  });

  it('keeps a stream that has not ended', async () => {
    await append(A, 1);

    await tested.advance(1_000_000);

    expect(await read(A)).toEqual([1]);
  });

  it('forgets one stream', async () => {
    const other = address(A.sessionId, 'stream-2');
    await append(A, 1);
    await append(other, 2);

    await store.forgetStream(A);

    expect([await read(A), await read(other)]).toEqual([[], [2]]);
  });

  it('forgets one session', async () => {
    const other = address('session-b', 'stream-1');
    await append(A, 1);
    await append(address(A.sessionId, 'stream-2'), 2);
    await append(other, 3);

    await store.forgetSession(A.sessionId);

    expect(await read(A)).toEqual([]);
    expect(await read(address(A.sessionId, 'stream-2'))).toEqual([]);
    expect(await read(other)).toEqual([3]);
  });

  it('takes the end of what it does not know', async () => {
    await expect(
      Promise.all([store.endStream(A, 1), store.forgetStream(A), store.forgetSession('nobody')]),
    ).resolves.toBeDefined();
  });
}
