import type { AskingBench } from '../../support/asking-bench.js';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import type { DirectPeer } from '../../support/direct-peer.js';
import { APPROVE, refusal, said } from '../../support/direct-peer.js';
import { settled } from '../../support/settled.js';

interface Closing {
  readonly how: string;
  readonly close: (peer: DirectPeer, bench: AskingBench) => unknown;
  readonly detail: string;
}

const result = (value: unknown) => (peer: DirectPeer) => peer.answer(value as object);

const REFUSALS: readonly Closing[] = [
  { how: 'declines', close: result({ action: 'decline' }), detail: 'user decline' },
  { how: 'cancels', close: result({ action: 'cancel' }), detail: 'user cancel' },
  { how: 'accepts without content', close: result({ action: 'accept' }), detail: 'user accept' },
  {
    how: 'accepts with approve: false',
    close: result({ action: 'accept', content: { approve: false } }),
    detail: 'user accept',
  },
  {
    how: 'accepts with the word true',
    close: result({ action: 'accept', content: { approve: 'true' } }),
    detail: 'user accept',
  },
  {
    how: 'accepts with 1',
    close: result({ action: 'accept', content: { approve: 1 } }),
    detail: 'user accept',
  },
  {
    how: 'accepts with a list',
    close: result({ action: 'accept', content: [{ approve: true }] }),
    detail: 'user accept',
  },
  {
    how: 'declines and approves at once',
    close: result({ action: 'decline', content: { approve: true } }),
    detail: 'user decline',
  },
  { how: 'answers without an action', close: result({}), detail: 'user declined' },
  {
    how: 'answers with an unknown action',
    close: result({ action: 'approve', content: { approve: true } }),
    detail: 'user declined',
  },
  { how: 'answers with text', close: result('yes'), detail: 'user declined' },
  {
    how: 'answers with an error',
    close: (peer) =>
      peer.send({ jsonrpc: '2.0', id: peer.prompt.id, error: { code: -1, message: 'no' } }),
    detail: 'elicitation failed',
  },
  {
    how: 'does not answer in time',
    close: (_peer, { clock }) => clock.advance(60_000),
    detail: 'elicitation timed out',
  },
];

async function parked() {
  const bench = await createAskingBench();
  const [peer] = (await bench.peers('a')) as [DirectPeer];
  return { bench, peer, call: await peer.park('pay', { sum: 5 }) };
}

describe.each(REFUSALS)('when the person $how', ({ close, detail }) => {
  it('refuses the call with its own id and the reason', async () => {
    const { bench, peer, call } = await parked();

    await close(peer, bench);

    const reply = await call.response;
    expect(said(reply)).toBe(refusal('pay', 'ask', detail));
    expect(reply).toMatchObject({ id: 2, result: { isError: true } });
  });

  it('does not run the tool and leaves nothing behind', async () => {
    const { bench, peer, call } = await parked();

    await close(peer, bench);
    await call.response;

    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('takes no approval afterwards', async () => {
    const { bench, peer, call } = await parked();
    await close(peer, bench);
    await call.response;

    const before = peer.pushed.length;
    expect(await peer.answer(APPROVE)).toBeNull();
    expect(bench.pay.runs).toBe(0);
    expect(peer.pushed).toHaveLength(before);
  });
});

describe('when the person approves', () => {
  it('runs the tool once and answers with its result', async () => {
    const { bench, peer, call } = await parked();

    await peer.answer();
    await peer.answer();

    expect(said(await call.response)).toBe('pay ran');
    expect(bench.pay.runs).toBe(1);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('runs it with the arguments of the call, whatever else the answer says', async () => {
    const { bench, peer, call } = await parked();

    await peer.answer({
      action: 'accept',
      content: { approve: true, sum: 9, arguments: { sum: 9 } },
      arguments: { sum: 9 },
    });
    await call.response;

    expect(bench.pay.calls).toEqual([{ sum: 5 }]);
  });

  it('takes an answer given as a request form or a message alike', async () => {
    const { bench, peer, call } = await parked();
    const message = { jsonrpc: '2.0', id: peer.prompt.id, result: APPROVE };

    expect(await bench.dispatcher.request(message, 'a').response).toBeNull();
    expect(said(await call.response)).toBe('pay ran');
    expect(await bench.dispatcher.handleMessage(message, 'a')).toBeNull();
  });
});

describe('the time a person has', () => {
  it('is 60 seconds by default, to the millisecond', async () => {
    const { bench, call } = await parked();

    bench.clock.advance(59_999);
    expect(bench.dispatcher.snapshot().parked).toBe(1);
    bench.clock.advance(1);

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'elicitation timed out'));
  });

  it('is over for an answer that comes later', async () => {
    const { bench, peer, call } = await parked();
    bench.clock.advance(60_001);
    await call.response;

    const before = peer.pushed.length;
    expect(await peer.answer()).toBeNull();
    await settled();
    expect(bench.pay.runs).toBe(0);
    expect(peer.pushed).toHaveLength(before);
  });

  it('takes the question back when it is over', async () => {
    const { bench, peer, call } = await parked();
    bench.clock.advance(60_000);
    await call.response;

    const [prompt, notice] = peer.pushed as { id?: string; params?: object }[];
    expect(notice).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: prompt?.id, reason: 'timeout' },
    });
  });
});
