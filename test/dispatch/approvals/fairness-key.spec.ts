import { createAskingBench } from '../../support/asking-bench.js';
import { refusal, said } from '../../support/direct-peer.js';
import { SessionPeer } from '../../support/session-peer.js';
import { settled } from '../../support/settled.js';

const limits = { maxParkedElicitations: 4, maxParkedElicitationsTotal: 4 };

describe('waiting calls of one principal on several sessions', () => {
  it('count together, so that a newcomer finds room for good', async () => {
    const bench = await createAskingBench({ limits });
    const hog = ['1', '2', '3', '4', '5'].map((id) => new SessionPeer(bench, id, 'hog'));
    for (const session of hog.slice(0, 4)) await session.park('pay');
    const newcomer = await new SessionPeer(bench, 'n', 'guest').park('pay');

    const fifth = await (hog[4] as SessionPeer).call('pay');

    expect(said(fifth)).toBe(refusal('pay', 'ask', 'too many elicitations pending on this server'));
    expect(bench.dispatcher.snapshot().parked).toBe(4);
    expect(await Promise.race([newcomer.response, 'waits'])).toBe('waits');
  });

  it('share the bound of one principal', async () => {
    const bench = await createAskingBench({
      limits: { maxParkedElicitations: 1, maxParkedElicitationsTotal: 4 },
    });
    await new SessionPeer(bench, '1', 'hog').park('pay');

    const second = await new SessionPeer(bench, '2', 'hog').call('pay');

    expect(said(second)).toBe(refusal('pay', 'ask', 'too many elicitations pending'));
  });

  it('do not mix with those of anonymous sessions, which count by session', async () => {
    const bench = await createAskingBench({
      limits: { maxParkedElicitations: 1, maxParkedElicitationsTotal: 4 },
    });
    const sessions = [
      new SessionPeer(bench, 'hog', 'hog'),
      new SessionPeer(bench, 'anonymous-1', undefined),
      new SessionPeer(bench, 'anonymous-2', undefined),
    ];
    for (const session of sessions) await session.park('pay');

    expect(bench.dispatcher.snapshot().parked).toBe(3);
  });

  it('without a principal push each other out, the one that waited longest first', async () => {
    const bench = await createAskingBench({ limits });
    const answered: string[] = [];
    const ask = async (id: string) => {
      const { response } = await new SessionPeer(bench, id, undefined).park('pay');
      void response.then(() => answered.push(id));
      await settled();
    };
    for (const id of ['1', '2', '3', '4', 'newcomer']) await ask(id);
    expect(answered).toEqual(['1']);

    for (const id of ['5', '6', '7', '8']) await ask(id);

    expect(answered).toEqual(['1', '2', '3', '4', 'newcomer']);
  });

  it('cannot be answered by another session of the same principal', async () => {
    const bench = await createAskingBench();
    const [first, second] = [
      new SessionPeer(bench, '1', 'ann'),
      new SessionPeer(bench, '2', 'ann'),
    ];
    await first.park('pay');

    second.answer({ action: 'accept', content: { approve: true } }, first.prompts[0]);

    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });

  it('are dropped when their session ends', async () => {
    const bench = await createAskingBench();
    const session = new SessionPeer(bench, '1', 'ann');
    const { response } = await session.park('pay');

    session.end();

    expect(await response).toBeNull();
    expect(bench.dispatcher.snapshot().parked).toBe(0);
  });
});
