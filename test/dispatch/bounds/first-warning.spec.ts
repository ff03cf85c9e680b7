import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { createFullBench } from '../../support/full-bench.js';
import { bootError } from '../../support/boot-error.js';
import { settled } from '../../support/settled.js';

const warnings = (lines: readonly string[]) => lines.filter((line) => line.startsWith('warn'));

describe('a limit that is met', () => {
  it('is logged the first time, by the name of its option, and not again', async () => {
    const bench = await createFullBench({ maxInFlight: 2 });
    const [a, b, c] = ['a', 'b', 'c'].map((id) => new DirectPeer(bench, id));
    const holding = [a!.call('held'), b!.call('held')];
    await settled();
    for (let time = 0; time < 3; time++) await c!.call('held').response;

    expect(warnings(bench.logger.lines)).toEqual([
      expect.stringContaining('limits.maxInFlight (2) is met'),
    ]);
    bench.held.finishAll();
    await Promise.all(holding.map(({ response }) => response));
  });

  it('of remembered capabilities is logged the first time, and not again', async () => {
    const bench = await createBench({ limits: { maxClientCapabilities: 1 } });
    for (const id of ['a', 'b', 'c']) await new DirectPeer(bench, id).initialize();

    expect(warnings(bench.logger.lines)).toEqual([
      expect.stringContaining('limits.maxClientCapabilities (1) is met'),
    ]);
  });

  it('is not logged while it is not met', async () => {
    const bench = await createFullBench({ maxInFlight: 1 });
    const call = new DirectPeer(bench, 'a').call('held');
    await settled();
    bench.held.finishAll();
    await call.response;

    expect(warnings(bench.logger.lines)).toEqual([]);
  });
});

describe('limits that contradict each other', () => {
  it.each([
    [
      { maxInFlight: 2, maxInFlightPerConnection: 3 },
      'limits.maxInFlightPerConnection (3) must not be more than limits.maxInFlight (2)',
    ],
    [
      { maxParkedElicitations: 5, maxParkedElicitationsTotal: 4 },
      'limits.maxParkedElicitations (5) must not be more than limits.maxParkedElicitationsTotal (4)',
    ],
  ])('keep the application from booting, and name both: %j', async (limits, message) => {
    expect(await bootError({}, { limits })).toContain(message);
  });
});
