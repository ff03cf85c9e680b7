import fc from 'fast-check';
import { Coverage } from '../../model/coverage.js';
import { ModelRun } from './model-run.js';
import { sequences } from './sequences.js';

/**
 * `MODEL_RUNS=20000` for a long soak. A failure prints its seed and path; given again as `MODEL_SEED`
 * and `MODEL_PATH` they repeat it. `MODEL_COVERAGE=1` prints what happened how often.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 300);
const SEED = process.env.MODEL_SEED;
const PATH = process.env.MODEL_PATH;

const MAX_OPERATIONS = 40;
const PATIENCE_MS = 60_000 + 500 * RUNS;

const parameters = {
  numRuns: RUNS,
  ...(SEED !== undefined && { seed: Number(SEED) }),
  ...(PATH !== undefined && { path: PATH }),
};

describe('tasks under random sequences', () => {
  it(
    'are what the model says, in both eras',
    async () => {
      const coverage = new Coverage();
      const property = fc.asyncProperty(sequences(MAX_OPERATIONS), async (sequence) => {
        const run = await ModelRun.of(sequence, (what) => coverage.count(what));
        await run.run();
      });
      await fc.assert(property, parameters);
      if (process.env.MODEL_COVERAGE !== undefined) console.log(String(coverage));
    },
    PATIENCE_MS,
  );
});
