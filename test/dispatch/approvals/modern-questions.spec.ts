import { createAskingBench } from '../../support/asking-bench.js';
import { refusal, said } from '../../support/direct-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';

const ACCEPT = { action: 'accept', content: { approve: true } };

async function asked(options: Parameters<typeof createAskingBench>[0] = {}) {
  const bench = await createAskingBench(options);
  const peer = new ModernPeer(bench);
  return { bench, peer, question: await peer.question('pay', { sum: 5 }) };
}

describe('a call that needs approval in the stateless era', () => {
  it('ends with the question and a state', async () => {
    const { question } = await asked();

    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: {
            message: 'Run pay?',
            requestedSchema: {
              type: 'object',
              properties: { approve: { type: 'boolean' } },
              required: ['approve'],
            },
          },
        },
      },
      requestState: expect.any(String),
    });
    expect(Object.keys(question.inputRequests)).toEqual(['approval']);
  });

  it('carries no hint that it may be cached', async () => {
    const { question } = await asked();

    expect(Object.keys(question).sort()).toEqual([
      '_meta',
      'inputRequests',
      'requestState',
      'resultType',
    ]);
  });

  it('leaves nothing behind on the server', async () => {
    const { bench } = await asked();

    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, parked: 0, inFlight: 0 });
    expect(bench.clock.timers).toBe(0);
    expect(bench.pay.runs).toBe(0);
  });

  it('runs when it is repeated with the state and an approval', async () => {
    const { bench, peer, question } = await asked();

    const reply = await peer.retry(question.requestState, 'pay', { sum: 5 });

    expect(said(reply)).toBe('pay ran');
    expect(reply).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    expect(bench.pay.calls).toEqual([{ sum: 5 }]);
  });

  it.each([
    [{ action: 'decline' }, 'user decline'],
    [{ action: 'cancel' }, 'user cancel'],
    [{ action: 'accept' }, 'user accept'],
    [{ action: 'accept', content: { approve: 'true' } }, 'user accept'],
    [{ action: 'accept', content: { approve: false } }, 'user accept'],
    [{ action: 'decline', content: { approve: true } }, 'user decline'],
  ])('is refused when it is repeated with %j', async (answer, detail) => {
    const { bench, peer, question } = await asked();

    const reply = await peer.retry(question.requestState, 'pay', { sum: 5 }, answer);

    expect(said(reply)).toBe(refusal('pay', 'ask', detail));
    expect(bench.pay.runs).toBe(0);
  });

  it.each([[{}], [{ other: ACCEPT }], [undefined]])(
    'is asked again when it is repeated with the state and the answers %j',
    async (inputResponses) => {
      const { bench, peer, question } = await asked();
      const { requestState } = question;

      const reply = await peer.call('pay', { sum: 5 }, { requestState, inputResponses });

      expect(reply).toMatchObject({ result: { resultType: 'input_required' } });
      expect(bench.pay.runs).toBe(0);
    },
  );

  it.each([[[]], ['yes'], [null], [{ approval: 'yes' }], [{ approval: {} }], [{ approval: null }]])(
    'is an error when the answers are %j',
    async (inputResponses) => {
      const { bench, peer, question } = await asked();
      const { requestState } = question;

      const reply = await peer.call('pay', { sum: 5 }, { requestState, inputResponses });

      expect(said(reply)).toMatch(/^error -32602 inputResponses/);
      expect(bench.pay.runs).toBe(0);
    },
  );

  it('is asked, not run, when it comes with an approval and no state', async () => {
    const { bench, peer } = await asked();
    const inputResponses = { approval: ACCEPT };

    const reply = await peer.call('pay', { sum: 5 }, { inputResponses });

    expect(reply).toMatchObject({ result: { resultType: 'input_required' } });
    expect(bench.pay.runs).toBe(0);
  });

  it('is busy when no slot is free, and does not run', async () => {
    const { bench, peer, question } = await asked({ limits: { maxInFlight: 2 } });
    const holds = [peer.call('hold'), peer.call('hold')];
    await new Promise((resolve) => setImmediate(resolve));

    expect(said(await peer.retry(question.requestState, 'pay', { sum: 5 }))).toContain(
      '"error":"server_busy"',
    );
    bench.hold.finishAll();
    await Promise.all(holds);
    expect(bench.pay.runs).toBe(0);
  });

  it('may be repeated with the same state after a busy answer', async () => {
    const { bench, peer, question } = await asked({ limits: { maxInFlight: 1 } });
    const hold = peer.call('hold');
    await new Promise((resolve) => setImmediate(resolve));
    await peer.retry(question.requestState, 'pay', { sum: 5 });
    bench.hold.finishAll();
    await hold;

    expect(said(await peer.retry(question.requestState, 'pay', { sum: 5 }))).toBe('pay ran');
  });
});

describe('a client of the stateless era', () => {
  it.each([[{}], [{ sampling: {} }], [{ elicitation: { url: {} } }], [{ elicitation: true }]])(
    'with the capabilities %j is refused with the question',
    async (capabilities) => {
      const bench = await createAskingBench();

      const reply = await new ModernPeer(bench, { capabilities }).call('pay');

      expect(said(reply)).toBe(refusal('pay', 'ask', 'Run pay?'));
    },
  );

  it('that declares forms beside URLs is asked', async () => {
    const bench = await createAskingBench();
    const capabilities = { elicitation: { form: {}, url: {} } };

    const reply = await new ModernPeer(bench, { capabilities }).call('pay');

    expect(reply).toMatchObject({ result: { resultType: 'input_required' } });
  });
});
