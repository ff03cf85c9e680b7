import type { SpentApprovals } from 'nest-mcp';
import type { AskingBench } from '../../support/asking-bench.js';
import { createAskingBench } from '../../support/asking-bench.js';
import { said } from '../../support/direct-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const REFUSED = 'error -32602 requestState is not valid for this request';

async function asked(options: Parameters<typeof createAskingBench>[0] = {}) {
  const bench = await createAskingBench(options);
  const peer = new ModernPeer(bench);
  const { requestState } = await peer.question('pay');
  return { bench, peer, requestState };
}

/** A store in another process: answers turns later, atomically. */
class DistantStore implements SpentApprovals {
  readonly ids: string[] = [];

  async spend(id: string): Promise<'ok' | 'spent'> {
    await settled();
    if (this.ids.includes(id)) return 'spent';
    this.ids.push(id);
    return 'ok';
  }
}

const store = (spend: () => unknown): SpentApprovals => ({ spend }) as SpentApprovals;

async function approveTwice(spentApprovals?: SpentApprovals) {
  const { bench, peer, requestState } = await asked({ spentApprovals });
  const replies = await Promise.all([
    peer.retry(requestState, 'pay'),
    peer.retry(requestState, 'pay'),
  ]);
  return { runs: bench.pay.runs, texts: replies.map(said).toSorted() };
}

describe('two retries with one approval in one turn', () => {
  it('run the tool once', async () => {
    expect(await approveTwice()).toEqual({ runs: 1, texts: [REFUSED, 'pay ran'] });
  });

  it('run the tool once where the store is far away', async () => {
    expect(await approveTwice(new DistantStore())).toEqual({
      runs: 1,
      texts: [REFUSED, 'pay ran'],
    });
  });
});

describe('the store of used approvals', () => {
  it('is not asked about a call that is declined', async () => {
    const distant = new DistantStore();
    const { peer, requestState } = await asked({ spentApprovals: distant });

    await peer.retry(requestState, 'pay', {}, { action: 'decline' });

    expect(distant.ids).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
    [
      'throws',
      () => {
        throw new Error('sk-secret');
      },
    ],
    ['answers nothing', () => undefined],
    ['answers true', () => Promise.resolve(true)],
    ['answers spent', () => Promise.resolve('spent')],
  ])('keeps the tool from running when it %s', async (_how, spend) => {
    const { bench, peer, requestState } = await asked({ spentApprovals: store(spend) });

    const reply = await peer.retry(requestState, 'pay');

    expect(bench.pay.runs).toBe(0);
    expect(JSON.stringify(reply)).not.toContain('sk-secret');
  });

  it('runs into the time limit when it hangs, and never runs the tool', async () => {
    let spent: (outcome: string) => void = () => undefined;
    const spend = () => new Promise((resolve) => (spent = resolve));
    const { bench, peer, requestState } = await asked({ spentApprovals: store(spend) });
    const reply = peer.retry(requestState, 'pay');
    await settled();

    bench.clock.advance(300_000);
    expect(said(await reply)).toContain('callback_timeout');
    spent('ok');
    await settled();

    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0, pending: 0 });
  });
});

describe('a full store of used approvals', () => {
  async function full() {
    const bench = await createAskingBench({ limits: { maxSpentApprovals: 1 } });
    const peer = new ModernPeer(bench);
    const first = await peer.question('pay');
    await peer.retry(first.requestState, 'pay');
    return { bench, peer, first };
  }

  const retryNew = async (peer: ModernPeer) => {
    const { requestState } = await peer.question('pay');
    return said(await peer.retry(requestState, 'pay'));
  };

  const warnings = ({ logger }: AskingBench) =>
    logger.lines.filter((line) => line.includes('maxSpentApprovals'));

  it('makes the next approval busy', async () => {
    const { bench, peer } = await full();

    expect(await retryNew(peer)).toBe(
      '{"error":"server_busy","scope":"approvals","limit":1,"retryable":true}',
    );
    expect(bench.pay.runs).toBe(1);
  });

  it('never forgets an approval that has not expired', async () => {
    const { bench, peer, first } = await full();
    await retryNew(peer);
    bench.clock.advance(599_999);
    await retryNew(peer);

    expect(said(await peer.retry(first.requestState, 'pay'))).toBe(REFUSED);
    expect(bench.pay.runs).toBe(1);
  });

  it('has room again when approvals have expired', async () => {
    const { bench, peer } = await full();
    bench.clock.advance(600_000);

    expect(await retryNew(peer)).toBe('pay ran');
  });

  it('is logged once with the name of the limit', async () => {
    const { bench, peer } = await full();
    await retryNew(peer);
    await retryNew(peer);

    expect(warnings(bench)).toHaveLength(1);
  });
});
