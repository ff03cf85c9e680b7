import { createAskingBench } from '../../support/asking-bench.js';
import { said } from '../../support/direct-peer.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ModernPeer } from '../../support/modern-peer.js';

const REFUSED = 'error -32602 requestState is not valid for this request';

const [OLD, NEW] = ['old', 'new'].map((word) => word.padEnd(32, '.')) as [string, string];

async function asked(options: Parameters<typeof createAskingBench>[0] = {}) {
  const bench = await createAskingBench(options);
  const peer = new ModernPeer(bench);
  const { requestState } = await peer.question('pay', { sum: 5 });
  return { bench, peer, requestState };
}

describe('the secrets of a server', () => {
  it('are rotated: a state signed with the old one is good while that one is listed', async () => {
    const clock = new ManualClock();
    const before = await asked({ clock, requestStateSecrets: [OLD] });
    const after = await asked({ clock, requestStateSecrets: [NEW, OLD] });

    expect(said(await after.peer.retry(before.requestState, 'pay', { sum: 5 }))).toBe('pay ran');
  });

  it('sign with the first: a server that knows only the old one refuses', async () => {
    const clock = new ManualClock();
    const before = await asked({ clock, requestStateSecrets: [OLD] });
    const after = await asked({ clock, requestStateSecrets: [NEW, OLD] });

    expect(said(await before.peer.retry(after.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('are forgotten: a state signed with one that is gone is refused', async () => {
    const clock = new ManualClock();
    const before = await asked({ clock, requestStateSecrets: [OLD] });
    const after = await asked({ clock, requestStateSecrets: [NEW] });

    expect(said(await after.peer.retry(before.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('are warned of, once, when there are none', async () => {
    const { bench, peer } = await asked();
    await peer.question('pay', { sum: 6 });

    const warnings = bench.logger.lines.filter((line) => line.startsWith('warn '));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('requestStateSecrets');
  });

  it('are not warned of when there are some, or nothing is asked', async () => {
    const { bench } = await asked({ requestStateSecrets: [NEW] });
    const quiet = await createAskingBench();
    await new ModernPeer(quiet).ask('tools/list');

    expect([bench.logger.text, quiet.logger.text]).toEqual(['', '']);
  });
});
