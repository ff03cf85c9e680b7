import type { INestApplication } from '@nestjs/common';
import fc from 'fast-check';
import { Workshop } from '../../apps/workshop.js';
import { BatchClient, ONLY_STREAM } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import type { RandomBatch } from '../../support/random-batch.js';
import {
  asksForSomething,
  expectedAnswers,
  messagesOf,
  RANDOM_BATCH,
  saidIn,
  unordered,
} from '../../support/random-batch.js';

const RUNS = { numRuns: 60 };

function statusOf(batch: RandomBatch): number {
  if (!asksForSomething(batch)) return 202;
  return expectedAnswers(batch).length === 0 ? 204 : 200;
}

describe.each(PLATFORMS)('any batch on $platform', ({ createAdapter }) => {
  const apps: INestApplication[] = [];
  const clients = new Map<string, BatchClient>();

  beforeAll(async () => {
    for (const sessions of [undefined, false] as const) {
      const mcp = sessions === undefined ? {} : { sessions };
      const app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
      apps.push(app);
      const name = sessions === undefined ? 'in a session' : 'without sessions';
      clients.set(
        name,
        sessions === undefined ? await BatchClient.open(app) : BatchClient.alone(app),
      );
    }
  });

  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  describe.each(['in a session', 'without sessions'])('%s', (where) => {
    const post = (batch: RandomBatch, headers = {}) =>
      clients.get(where)!.post(messagesOf(batch), headers);

    it('gets exactly one answer for each request that is not cancelled, in order', async () => {
      await fc.assert(
        fc.asyncProperty(RANDOM_BATCH, async (batch) => {
          const { status, body } = await post(batch);

          expect(status).toBe(statusOf(batch));
          expect(saidIn(body === '' ? [] : body)).toEqual(expectedAnswers(batch));
        }),
        RUNS,
      );
    });

    it('gets the same answers on a stream, in any order', async () => {
      await fc.assert(
        fc.asyncProperty(RANDOM_BATCH, async (batch) => {
          const { status, body } = await post(batch, ONLY_STREAM);

          expect(status).toBe(statusOf(batch));
          expect(unordered(saidIn(body === '' ? [] : body))).toEqual(
            unordered(expectedAnswers(batch)),
          );
        }),
        RUNS,
      );
    });
  });
});

describe('random batches', () => {
  it('hold what they are meant to hold', () => {
    const sample = fc.sample(RANDOM_BATCH, { numRuns: 300, seed: 1 });
    const statuses = new Set(sample.map(statusOf));
    const cancelling = sample.filter(
      (batch) => expectedAnswers(batch).length < batch.filter((one) => 'answer' in one).length,
    );
    const colliding = sample.filter(
      (batch) => String(expectedAnswers(batch)) !== String(expectedAnswers(batch, true)),
    );

    expect([...statuses].toSorted()).toEqual([200, 202, 204]);
    expect(cancelling.length).toBeGreaterThan(30);
    expect(colliding.length).toBeGreaterThan(30);
  });
});
