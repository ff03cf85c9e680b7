import type { AskingBench } from '../../support/asking-bench.js';
import { createAskingBench } from '../../support/asking-bench.js';
import type { DirectPeer } from '../../support/direct-peer.js';
import { refusal, said } from '../../support/direct-peer.js';

const CROWDED = refusal('pay', 'ask', 'too many elicitations pending');
const CROWDED_SERVER = refusal('pay', 'ask', 'too many elicitations pending on this server');

/** The room of a server with four seats for questions. */
class Room {
  private readonly log = new Map<string, string | null>();

  private constructor(
    readonly bench: AskingBench,
    readonly peers: ReadonlyMap<string, DirectPeer>,
  ) {}

  static async open(ids: readonly string[], perConnection = 4, total = 4): Promise<Room> {
    const limits = {
      maxParkedElicitations: perConnection,
      maxParkedElicitationsTotal: total,
    };
    const bench = await createAskingBench({ limits });
    const peers = await bench.peers(...ids);
    return new Room(bench, new Map(peers.map((peer) => [peer.id, peer])));
  }

  peer(id: string): DirectPeer {
    const peer = this.peers.get(id);
    if (peer === undefined) throw new Error(`no peer ${id}`);
    return peer;
  }

  /** Parks calls named after their connection: `a1`, `a2`, … */
  async ask(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const call = await this.peer(name.slice(0, 1)).park('pay');
      void call.response.then((response) => this.log.set(name, said(response)));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** What a call was answered; `undefined` while it waits. */
  answerOf(name: string): string | null | undefined {
    return this.log.get(name);
  }

  /** Calls that were answered, in the order of their answers. */
  get answered(): readonly string[] {
    return [...this.log.keys()];
  }
}

describe('a server full of waiting calls', () => {
  it('lets a newcomer in by refusing the oldest call of the largest holder', async () => {
    const room = await Room.open(['a', 'b']);

    await room.ask('a1', 'a2', 'a3', 'a4', 'b1');

    expect(room.answered).toEqual(['a1']);
    expect(room.answerOf('a1')).toBe(CROWDED_SERVER);
    expect(room.bench.dispatcher.snapshot().parked).toBe(4);
  });

  it('refuses the newcomer once all hold the same', async () => {
    const room = await Room.open(['a', 'b']);
    await room.ask('a1', 'a2', 'a3', 'a4', 'b1', 'b2');
    expect(room.answered).toEqual(['a1', 'a2']);

    await room.ask('b3');

    expect(room.answered).toEqual(['a1', 'a2', 'b3']);
    expect(room.answerOf('b3')).toBe(CROWDED_SERVER);
  });

  it('takes from the one that has waited longest where two hold the most', async () => {
    const room = await Room.open(['a', 'b', 'c']);
    await room.ask('a1', 'a2', 'b1', 'b2');

    await room.ask('c1');

    expect(room.answered).toEqual(['a1']);
  });

  it('goes by the oldest call, not by who came first', async () => {
    const room = await Room.open(['a', 'b', 'c']);
    await room.ask('a1', 'b1', 'a2', 'b2');
    await room.peer('a').answer(undefined, room.peer('a').prompts[0]?.id);
    await room.ask('a3');

    await room.ask('c1');

    expect(room.answered).toEqual(['a1', 'b1']);
  });

  it('then takes from the only largest holder', async () => {
    const room = await Room.open(['a', 'b', 'c']);
    await room.ask('a1', 'a2', 'b1', 'b2', 'c1');

    await room.ask('c2');

    expect(room.answered).toEqual(['a1', 'b1']);
  });

  it('lets a client with many connections crowd only itself', async () => {
    const room = await Room.open(['x', 'y', 'z', 'n']);
    await room.ask('x1', 'x2', 'y1', 'z1', 'n1');
    expect(room.answered).toEqual(['x1']);

    await room.ask('x3', 'y2', 'z2');

    expect(room.answered).toEqual(['x1', 'x3', 'y2', 'z2']);
    expect(room.answerOf('n1')).toBeUndefined();
  });

  it('refuses a connection at its own bound with its own words, evicting nobody', async () => {
    const room = await Room.open(['a'], 2, 2);

    await room.ask('a1', 'a2', 'a3');

    expect(room.answered).toEqual(['a3']);
    expect(room.answerOf('a3')).toBe(CROWDED);
  });

  it('answers an evicted call once, whatever comes after', async () => {
    const room = await Room.open(['a', 'b'], 4, 4);
    const [a, b] = [room.peer('a'), room.peer('b')];
    for (let count = 0; count < 4; count++) expect(await a.post('pay')).toBeNull();
    const evicted = a.prompts[0]?.id;
    await b.park('pay');

    await a.answer(undefined, evicted);
    room.bench.clock.advance(60_000);
    await a.answer(undefined, evicted);

    const answers = a.pushed.filter((message) => 'result' in message && message.id === 2);
    expect(answers.map((message) => said(message as never))).toEqual([CROWDED_SERVER]);
    expect(room.bench.pay.runs).toBe(0);
  });

  it('gives the refusal to the waiting request and takes the question back', async () => {
    const room = await Room.open(['a', 'b']);
    await room.ask('a1', 'a2', 'a3', 'a4', 'b1');

    expect(room.answerOf('a1')).toBe(CROWDED_SERVER);
    const { pushed, prompts } = room.peer('a');
    const others = pushed.filter((message) => !prompts.includes(message as never));
    expect(others).toMatchObject([
      { method: 'notifications/cancelled', params: { reason: 'evicted' } },
    ]);
  });
});

describe('a connection at its bound of waiting calls', () => {
  it('may ask again when one is answered', async () => {
    const room = await Room.open(['a'], 2, 4);
    await room.ask('a1', 'a2', 'a3');
    expect(room.answerOf('a3')).toBe(CROWDED);
    await room.peer('a').answer();

    await room.ask('a4');

    expect(room.answerOf('a4')).toBeUndefined();
    expect(room.bench.dispatcher.snapshot().parked).toBe(2);
  });

  it('is at 32 by default', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    for (let count = 0; count < 32; count++) await peer.park('pay');

    const { response } = await peer.park('pay');

    expect(said(await response)).toBe(CROWDED);
    expect(bench.dispatcher.snapshot().parked).toBe(32);
  });
});

describe('the seat of a waiting call', () => {
  const limits = { maxParkedElicitations: 1, maxParkedElicitationsTotal: 1 };

  it.each<[string, (peer: DirectPeer, bench: AskingBench, cancel: () => void) => unknown]>([
    ['approval', (peer) => peer.answer()],
    ['refusal', (peer) => peer.answer({ action: 'decline' })],
    [
      'an error',
      (peer) => peer.send({ jsonrpc: '2.0', id: peer.prompt.id, error: { code: 1, message: '' } }),
    ],
    ['time', (_peer, { clock }) => clock.advance(60_000)],
    ['cancellation', (_peer, _bench, cancel) => cancel()],
    ['the end of the connection', (peer) => peer.leave()],
  ])('is free after %s', async (_end, close) => {
    const bench = await createAskingBench({ limits });
    const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
    const call = await a.park('pay');

    await close(a, bench, call.cancel);
    await call.response;
    await b.park('pay');

    expect(b.prompts).toHaveLength(1);
    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });
});
