import fc from 'fast-check';
import { createAskingBench } from '../../support/asking-bench.js';
import { CountedTool } from '../../support/counted-tool.js';
import { said } from '../../support/direct-peer.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ModernPeer } from '../../support/modern-peer.js';

const REFUSED = 'error -32602 requestState is not valid for this request';

const NEW = 'new'.padEnd(32, '.');

async function asked(options: Parameters<typeof createAskingBench>[0] = {}) {
  const bench = await createAskingBench(options);
  const peer = new ModernPeer(bench, { principalKey: 'ann' });
  const { requestState } = await peer.question('pay', { sum: 5 });
  return { bench, peer, requestState };
}

describe('the state of a question', () => {
  it('is refused when any of its bytes is another', async () => {
    const { bench, peer, requestState } = await asked();
    const changes = fc.record({
      index: fc.nat(requestState.length - 1),
      byte: fc.integer({ min: 1, max: 255 }),
    });

    await fc.assert(
      fc.asyncProperty(changes, async ({ index, byte }) => {
        const bytes = Buffer.from(requestState, 'latin1');
        bytes[index] = (bytes[index] as number) ^ byte;
        const reply = await peer.retry(bytes.toString('latin1'), 'pay', { sum: 5 });
        expect(said(reply)).toBe(REFUSED);
      }),
    );
    expect(bench.pay.runs).toBe(0);
  });

  it('is refused when any single byte is flipped', async () => {
    const { bench, peer, requestState } = await asked();

    for (let index = 0; index < requestState.length; index++) {
      const bytes = Buffer.from(requestState, 'latin1');
      bytes[index] = (bytes[index] as number) ^ 1;
      const reply = await peer.retry(bytes.toString('latin1'), 'pay', { sum: 5 });
      expect([index, said(reply)]).toEqual([index, REFUSED]);
    }
    expect(bench.pay.runs).toBe(0);
  });

  it('is refused when it is cut anywhere', async () => {
    const { bench, peer, requestState } = await asked();

    for (let length = 0; length < requestState.length; length++) {
      const reply = await peer.retry(requestState.slice(0, length), 'pay', { sum: 5 });
      expect([length, said(reply)]).toEqual([length, REFUSED]);
    }
    expect(bench.pay.runs).toBe(0);
  });

  it.each([[''], ['.'], ['..'], ['a.b'], ['a.b.c'], [7], [null], [{}], [[]], [true]])(
    'is refused when it is %j',
    async (state) => {
      const { bench, peer } = await asked();

      expect(said(await peer.retry(state, 'pay', { sum: 5 }))).toBe(REFUSED);
      expect(bench.pay.runs).toBe(0);
    },
  );

  it.each(['=', '.', 'A', ' ', '\n', '=='])('is refused with %j appended', async (tail) => {
    const { peer, requestState } = await asked();

    expect(said(await peer.retry(requestState + tail, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('is refused when another server made it', async () => {
    const [mine, other] = [await asked(), await asked()];

    expect(said(await mine.peer.retry(other.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('is refused when a server of another name made it with the same secret', async () => {
    const [clock, requestStateSecrets] = [new ManualClock(), [NEW]];
    const mine = await asked({ clock, requestStateSecrets, name: 'mine' });
    const other = await asked({ clock, requestStateSecrets, name: 'other' });

    expect(said(await mine.peer.retry(other.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('is good in another process of the same server that knows the secret', async () => {
    const [clock, requestStateSecrets] = [new ManualClock(), [NEW]];
    const one = await asked({ clock, requestStateSecrets });
    const other = await asked({ clock, requestStateSecrets });

    expect(said(await one.peer.retry(other.requestState, 'pay', { sum: 5 }))).toBe('pay ran');
  });

  it('is refused when it was given to somebody else', async () => {
    const { bench, requestState } = await asked();
    const bob = new ModernPeer(bench, { principalKey: 'bob' });

    expect(said(await bob.retry(requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
    expect(bench.pay.runs).toBe(0);
  });

  it('is refused from nobody in particular when it was given to somebody', async () => {
    const { bench, requestState } = await asked();

    expect(said(await new ModernPeer(bench).retry(requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('is refused for another tool', async () => {
    const tools = [new CountedTool('pay'), new CountedTool('work')];
    const { peer, requestState } = await asked({ tools });

    expect(said(await peer.retry(requestState, 'work', { sum: 5 }))).toBe(REFUSED);
    expect(tools.map(({ runs }) => runs)).toEqual([0, 0]);
  });

  it.each([[{ sum: 6 }], [{}], [{ sum: 5, more: null }], [{ sum: 5, sums: [] }]])(
    'is refused for the arguments %j',
    async (args) => {
      const { bench, peer, requestState } = await asked();

      expect(said(await peer.retry(requestState, 'pay', args))).toBe(REFUSED);
      expect(bench.pay.runs).toBe(0);
    },
  );

  it('is good for the same arguments in another order', async () => {
    const { bench, peer } = await asked();
    const { requestState } = await peer.question('pay', { sum: 5, to: { name: 'x', iban: 'y' } });

    const reply = await peer.retry(requestState, 'pay', { to: { iban: 'y', name: 'x' }, sum: 5 });

    expect(said(reply)).toBe('pay ran');
    expect(bench.pay.runs).toBe(1);
  });

  it('is refused when it has expired, to the millisecond', async () => {
    const { bench, peer, requestState } = await asked();
    const later = await peer.question('pay', { sum: 5 });
    bench.clock.advance(599_999);
    expect(said(await peer.retry(requestState, 'pay', { sum: 5 }))).toBe('pay ran');

    bench.clock.advance(1);

    expect(said(await peer.retry(later.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('expires when limits.requestStateTtlMs says so', async () => {
    const { bench, peer, requestState } = await asked({ limits: { requestStateTtlMs: 2 } });
    const later = await peer.question('pay', { sum: 5 });
    bench.clock.advance(1);
    expect(said(await peer.retry(requestState, 'pay', { sum: 5 }))).toBe('pay ran');

    bench.clock.advance(1);

    expect(said(await peer.retry(later.requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
  });

  it('is refused when its approval was used', async () => {
    const { bench, peer, requestState } = await asked();
    await peer.retry(requestState, 'pay', { sum: 5 });

    expect(said(await peer.retry(requestState, 'pay', { sum: 5 }))).toBe(REFUSED);
    expect(bench.pay.runs).toBe(1);
  });

  it('holds no argument, prompt or principal that a reader could not guess', async () => {
    const { requestState } = await asked();
    const [body = ''] = requestState.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;

    expect(Object.keys(payload).sort()).toEqual([
      'answers',
      'approval',
      'asked',
      'digest',
      'expiresAt',
      'id',
      'kept',
      'method',
      'principal',
      'server',
    ]);
  });
});
