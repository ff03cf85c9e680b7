import fc from 'fast-check';
import { Coverage } from '../../model/coverage.js';
import { BurstRun } from './burst-run.js';
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

/** How many runs `LEAST` is made for. */
const LEAST_RUNS = 300;

/** What must have happened, and how often, or the sequences prove too little. */
const LEAST: Readonly<Record<string, number>> = {
  'created in the core form': 200,
  'created in the extension form': 80,
  'busy running_tasks': 3,
  'busy connection_running_tasks': 15,
  'busy tasks': 3,
  asked: 180,
  'answered by update': 20,
  'answered on a stream': 8,
  'answer to nothing': 15,
  'question accept': 20,
  'question invalid': 4,
  'question timeout': 6,
  'question ended': 40,
  'question cancelled': 60,
  'waited for the result': 90,
  'waited for what was forgotten': 4,
  'wait left': 6,
  'called off': 10,
  cancelled: 40,
  'cancelled too late': 30,
  'cancel refused': 10,
  'update refused': 40,
  'finished too late': 30,
  'session ended': 40,
  prolonged: 100,
  expired: 12,
  'ended completed': 100,
  'ended failed': 70,
  'ended cancelled': 50,
  drained: 90,
};

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
      expect(coverage.missing(LEAST, PATH === undefined ? RUNS / LEAST_RUNS : 0)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'keep their promises when everything happens at once, on a store that is far away',
    async () => {
      const property = fc.asyncProperty(sequences(MAX_OPERATIONS), async (sequence) => {
        const run = await BurstRun.of(sequence);
        await run.run();
      });
      await fc.assert(property, parameters);
    },
    PATIENCE_MS,
  );
});
