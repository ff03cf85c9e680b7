import { createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { settled } from '../../support/settled.js';

/** A server that remembers the capabilities of two connections. */
async function setUp(maxClientCapabilities = 2) {
  const bench = await createAskingBench({ limits: { maxClientCapabilities } });
  const evicted = () =>
    bench.events.flatMap((event) =>
      event.type === 'client_capabilities_evicted' ? [event.connectionId] : [],
    );
  const peer = (id: string) => new DirectPeer(bench, id);
  const silent = async (id: string) => {
    await peer(id).initialize({ elicitation: {} });
    return peer(id);
  };
  return { bench, evicted, silent, live: (id: string) => DirectPeer.askable(bench, id) };
}

const canBeAsked = async (peer: DirectPeer) => {
  const before = peer.prompts.length;
  const call = await peer.park('pay');
  call.cancel();
  await call.response;
  return peer.prompts.length > before;
};

describe('the capabilities of a client', () => {
  it('belong to its connection and to no other', async () => {
    const { bench, live } = await setUp();
    const a = await live('a');
    const b = new DirectPeer(bench, 'b');
    b.listen();

    expect([await canBeAsked(a), await canBeAsked(b)]).toEqual([true, false]);
  });

  it('are forgotten with the listener, and those of others are not', async () => {
    const { bench, live } = await setUp();
    const [a, b] = [await live('a'), await live('b')];
    a.leave();
    a.listen();

    expect([await canBeAsked(a), await canBeAsked(b)]).toEqual([false, true]);
    expect(bench.dispatcher.snapshot().capabilities).toBe(1);
  });

  it('are needed to be asked, and so is a listener', async () => {
    const { bench, silent } = await setUp();
    const deaf = await silent('deaf');
    const mute = new DirectPeer(bench, 'mute');
    mute.listen();

    const refused = refusal('pay', 'ask', 'Run pay?');
    expect(said(await deaf.call('pay').response)).toBe(refused);
    expect(said(await mute.call('pay').response)).toBe(refused);
  });
});

describe('when more capabilities are known than may be', () => {
  it('up to the bound none are forgotten', async () => {
    const { bench, live, silent, evicted } = await setUp();
    await live('a');
    await silent('b');

    expect(evicted()).toEqual([]);
    expect(bench.dispatcher.snapshot().capabilities).toBe(2);
  });

  it('those nobody listens to go first, though others are older', async () => {
    const { bench, live, silent, evicted } = await setUp();
    const a = await live('a');
    await silent('b');
    await live('c');

    expect(evicted()).toEqual(['b']);
    expect(await canBeAsked(a)).toBe(true);
    expect(bench.dispatcher.snapshot().capabilities).toBe(2);
  });

  it('the oldest of those goes first', async () => {
    const { silent, evicted } = await setUp();
    for (const id of ['a', 'b', 'c', 'd']) await silent(id);

    expect(evicted()).toEqual(['a', 'b']);
  });

  it('a newcomer that nobody listens to goes at once if it is the only one', async () => {
    const { live, silent, evicted } = await setUp();
    const [a, b] = [await live('a'), await live('b')];
    await silent('c');

    expect(evicted()).toEqual(['c']);
    expect([await canBeAsked(a), await canBeAsked(b)]).toEqual([true, true]);
  });

  it('the oldest goes if all are listened to', async () => {
    const { live, evicted } = await setUp();
    const [a, b] = [await live('a'), await live('b')];
    const c = await live('c');

    expect(evicted()).toEqual(['a']);
    expect([await canBeAsked(a), await canBeAsked(b), await canBeAsked(c)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('whoever initializes again is the newest', async () => {
    const { silent, evicted } = await setUp();
    for (const id of ['a', 'b', 'a', 'c']) await silent(id);

    expect(evicted()).toEqual(['b']);
  });

  it('no number of connections that only send pushes out one that is listened to', async () => {
    const { bench, live, silent, evicted } = await setUp(1024);
    const a = await live('a');
    for (let n = 0; n < 1025; n++) await silent(`anonymous-${n}`);

    expect(evicted()).toHaveLength(2);
    expect(evicted()).not.toContain('a');
    expect(await canBeAsked(a)).toBe(true);
    expect(bench.dispatcher.snapshot().capabilities).toBe(1024);
  });

  it('the same client that initializes over and over counts once', async () => {
    const { bench, silent, evicted } = await setUp();
    for (let time = 0; time < 5; time++) await silent('anonymous');

    expect(evicted()).toEqual([]);
    expect(bench.dispatcher.snapshot().capabilities).toBe(1);
  });
});

describe('a client whose capabilities were forgotten', () => {
  async function evictedPeer() {
    const setup = await setUp(1);
    const a = await setup.live('a');
    const parked = await a.park('pay');
    const b = await setup.live('b');
    return { ...setup, a, b, parked };
  }

  it('can still call tools', async () => {
    const { a, bench } = await evictedPeer();
    const call = a.call('hold');
    await settled();
    bench.hold.finishAll();

    expect(said(await call.response)).toBe('done');
  });

  it('is asked nothing until it initializes again', async () => {
    const { a } = await evictedPeer();
    expect(await canBeAsked(a)).toBe(false);

    await a.initialize({ elicitation: {} });

    expect(await canBeAsked(a)).toBe(true);
  });

  it('can still answer what it was asked before', async () => {
    const { a, parked } = await evictedPeer();
    await a.answer();

    expect(said(await parked.response)).toBe('pay ran');
  });

  it('still speaks the revision it agreed on', async () => {
    const { bench, live } = await setUp(1);
    const a = new DirectPeer(bench, 'a');
    a.listen();
    await a.initialize({}, '2024-11-05');
    await live('b');
    await bench.register([{ name: 'titled', title: 'Titled', handler: () => '' }]);

    expect(JSON.stringify(await a.ask('tools/list'))).not.toContain('Titled');
  });
});
