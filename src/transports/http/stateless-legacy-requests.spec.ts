import { getMaxListeners } from 'node:events';
import { createBench } from '../../../test/support/dispatcher-bench.js';
import { HeldTool } from '../../../test/support/held-tool.js';
import { settled } from '../../../test/support/settled.js';
import { legacyCall } from '../../../test/support/wire-messages.js';
import type { HttpExchange } from './http-exchange.js';
import { LegacyVersions } from './legacy-versions.js';
import { RequestTags } from './request-tags.js';
import { StatelessLegacyRequests } from './stateless-legacy-requests.js';

const NO_TAGS = new RequestTags(undefined);

async function setUp() {
  const held = new HeldTool();
  const { dispatcher, revisions, limits } = await createBench({ tools: [held.definition] });
  const versions = new LegacyVersions(revisions);
  const legacy = new StatelessLegacyRequests(dispatcher, versions, limits, () => 'id', NO_TAGS);
  const leaving = new AbortController();
  const answers: unknown[] = [];
  const exchange = {
    headers: {},
    disconnected: leaving.signal,
    host: { contextType: 'http', request: {} },
    responder: {
      isOpen: true,
      isStreaming: false,
      takesJson: true,
      answer: (answer: unknown) => answers.push(answer),
    },
  } as unknown as HttpExchange;
  return { held, dispatcher, legacy, leaving, answers, exchange };
}

describe('a batch whose client leaves', () => {
  it('is cancelled, however many calls wait for the one signal', async () => {
    const { held, dispatcher, legacy, leaving, answers, exchange } = await setUp();
    const batch = Array.from({ length: 16 }, (_, id) => legacyCall('held', {}, id));
    const served = legacy.serveBatch(batch, exchange);
    await settled();

    // Node would warn of a leak from the eleventh listener on.
    expect(getMaxListeners(leaving.signal)).toBe(Number.POSITIVE_INFINITY);
    expect(dispatcher.snapshot().pending).toBe(16);
    leaving.abort();
    await served;

    expect(answers).toEqual([null]);
    expect(held.runs.map(({ signal }) => signal.aborted)).toEqual(batch.map(() => true));
    expect(dispatcher.snapshot().pending).toBe(0);
    held.finishAll();
    await settled();
    expect(dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0 });
  });
});
