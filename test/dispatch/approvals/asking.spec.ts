import { randomId } from '../../../src/protocol/id-generator.js';
import { createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { settled } from '../../support/settled.js';

const REFUSED = refusal('pay', 'ask', 'Run pay?');

describe('who can be asked', () => {
  it('is not a client that listens but did not declare elicitation', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize({ sampling: {} });

    expect(said(await peer.call('pay').response)).toBe(REFUSED);
    expect(peer.pushed).toEqual([]);
  });

  it('is not a client that declared elicitation but does not listen', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    await peer.initialize({ elicitation: {} });

    expect(said(await peer.call('pay').response)).toBe(REFUSED);
  });

  it('is not a client because another one can be asked', async () => {
    const bench = await createAskingBench();
    await bench.peers('other');
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize();

    expect(said(await peer.call('pay').response)).toBe(REFUSED);
  });

  it('is not a client that only opens URLs', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize({ elicitation: { url: {} } });

    expect(said(await peer.call('pay').response)).toBe(REFUSED);
  });

  it('is not a client of a revision without elicitation', async () => {
    const bench = await createAskingBench();
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize({ elicitation: {} }, '2025-03-26');

    expect(said(await peer.call('pay').response)).toBe(REFUSED);
  });

  it.each([[{}], [{ form: {} }], [{ form: {}, url: {} }]])(
    'is a client that listens and declared elicitation %j',
    async (elicitation) => {
      const bench = await createAskingBench();
      const peer = new DirectPeer(bench, 'a');
      peer.listen();
      await peer.initialize({ elicitation });
      await peer.park('pay');

      expect(peer.prompts).toHaveLength(1);
    },
  );
});

describe('the question', () => {
  it('is one boolean that names the tool', async () => {
    const bench = await createAskingBench();
    const [peer] = await bench.peers('a');
    await peer?.park('pay');

    expect(peer?.pushed).toStrictEqual([
      {
        jsonrpc: '2.0',
        id: 'approval-id-1',
        method: 'elicitation/create',
        params: {
          message: 'Run pay?',
          requestedSchema: {
            type: 'object',
            properties: {
              approve: { type: 'boolean', description: 'Approve the call of the tool "pay"' },
            },
            required: ['approve'],
          },
        },
      },
    ]);
  });

  it('has an id that nobody can guess', async () => {
    const bench = await createAskingBench({ nextId: randomId });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    await peer.park('pay');
    await peer.park('pay');

    const ids = peer.prompts.map(({ id }) => id);
    expect(ids[0]).toMatch(/^approval-[\w-]{16,}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('reaches nobody but the caller', async () => {
    const bench = await createAskingBench();
    const [a, b, c] = (await bench.peers('a', 'b', 'c')) as [DirectPeer, DirectPeer, DirectPeer];
    await a.park('pay');

    expect([b.pushed, c.pushed]).toEqual([[], []]);
  });
});

describe('waiting for a person', () => {
  it('keeps the promise of a request open and gives the result there alone', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    const { response } = await peer.park('pay', { sum: 5 });
    const state = await Promise.race([response, settled().then(() => 'open')]);

    await peer.answer();

    expect(state).toBe('open');
    expect(await response).toMatchObject({ id: 2, result: { content: [{ text: 'pay ran' }] } });
    expect(peer.pushed).toHaveLength(1);
  });

  it('answers a blocking caller with null and pushes the result, once', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];

    expect(await peer.post('pay')).toBeNull();
    await peer.answer();

    expect(peer.pushed).toHaveLength(2);
    expect(peer.pushed[1]).toMatchObject({ id: 2, result: { content: [{ text: 'pay ran' }] } });
  });

  it('pushes the result to nobody but the caller', async () => {
    const bench = await createAskingBench();
    const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
    await a.post('pay');
    await a.answer();

    expect(b.pushed).toEqual([]);
  });

  it('takes no slot, so that others are served', async () => {
    const bench = await createAskingBench({ limits: { maxInFlight: 1 } });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    for (let count = 0; count < 30; count++) await peer.park('pay');

    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 30, inFlight: 0 });
    const call = await peer.park('hold');
    bench.hold.finishAll();
    expect(said(await call.response)).toBe('done');
  });

  it('needs the time limit of a person, not that of a callback', async () => {
    const limits = { callbackTimeoutMs: 10, elicitationTimeoutMs: 1000 };
    const bench = await createAskingBench({ limits });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    const { response } = await peer.park('pay');
    bench.clock.advance(999);
    await peer.answer();

    expect(said(await response)).toBe('pay ran');
  });
});
