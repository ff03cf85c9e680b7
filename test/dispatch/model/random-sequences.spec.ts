import fc from 'fast-check';
import { BurstRun } from './burst-run.js';
import { Coverage } from './coverage.js';
import { ModelRun } from './model-run.js';
import { LEAST, LEAST_RUNS } from './least-coverage.js';
import { sequences } from './sequences.js';

/**
 * `MODEL_RUNS=100000` for a long soak. A failure prints its seed and path; given again as `MODEL_SEED`
 * and `MODEL_PATH` they repeat it. `MODEL_COVERAGE=1` prints what happened how often.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 1_000);
const SEED = process.env.MODEL_SEED;
const PATH = process.env.MODEL_PATH;

const MAX_OPERATIONS = 60;
const PATIENCE_MS = 60_000 + 100 * RUNS;

const parameters = {
  numRuns: RUNS,
  ...(SEED !== undefined && { seed: Number(SEED) }),
  ...(PATH !== undefined && { path: PATH }),
};

/** A rejection nobody handles fails these as well; jest watches for it. */
describe('a dispatcher under random sequences', () => {
  it(
    'does what the model says',
    async () => {
      const coverage = new Coverage();
      const property = fc.asyncProperty(sequences(MAX_OPERATIONS), async (sequence) => {
        await new ModelRun(sequence, (what) => coverage.count(what)).run();
      });
      await fc.assert(property, parameters);
      if (process.env.MODEL_COVERAGE !== undefined) console.log(String(coverage));
      expect(coverage.missing(LEAST, PATH === undefined ? RUNS / LEAST_RUNS : 0)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'keeps its promises when everything happens at once',
    async () => {
      const property = fc.asyncProperty(sequences(MAX_OPERATIONS), async (sequence) => {
        await new BurstRun(sequence).run();
      });
      await fc.assert(property, { ...parameters, numRuns: Math.ceil(RUNS / 2) });
    },
    PATIENCE_MS,
  );
});
