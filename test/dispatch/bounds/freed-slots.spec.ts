import type { Authorizer } from 'nest-mcp';
import { allow, deny } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createFullBench } from '../../support/full-bench.js';
import type { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

type Bench = DispatcherBench & { readonly held: HeldTool };
type Ending = (bench: Bench, peer: DirectPeer) => Promise<unknown>;

const authorizer: Authorizer = {
  authorize: ({ name }) => (name === 'denied' ? deny('no') : allow()),
};

const begun = async (bench: Bench, peer: DirectPeer) => {
  const call = peer.call('held');
  await tick();
  return { call, run: bench.held.runs.at(-1)! };
};

/** One turn of the loop: enough for a call to begin or end. */
const tick = () => new Promise((resolve) => setImmediate(resolve));

const ENDINGS: Readonly<Record<string, Ending>> = {
  success: async (bench, peer) => {
    const { call, run } = await begun(bench, peer);
    run.finish();
    return call.response;
  },
  'a rejection': async (bench, peer) => {
    const { call, run } = await begun(bench, peer);
    run.fail(new Error('no'));
    return call.response;
  },
  'a throw': (_bench, peer) => peer.call('throws').response,
  'a refusal': (_bench, peer) => peer.call('denied').response,
  'an unknown name': (_bench, peer) => peer.call('unknown').response,
  'bad arguments': (_bench, peer) => peer.call('strict', { n: 'x' }).response,
  'a timeout': async (bench, peer) => {
    const { call, run } = await begun(bench, peer);
    bench.clock.advance(300_000);
    run.finish();
    return call.response;
  },
  'a cancellation': async (bench, peer) => {
    const { call, run } = await begun(bench, peer);
    call.cancel();
    run.finish();
    return call.response;
  },
  'a caller that gave up': async (bench, peer) => {
    const controller = new AbortController();
    const { signal } = controller;
    const message = { id: 1, method: 'tools/call', params: { name: 'held' } };
    const answer = bench.dispatcher.handleMessage(message, peer.id, { signal }).catch(() => null);
    await tick();
    controller.abort();
    bench.held.runs.at(-1)!.finish();
    return answer;
  },
  'a disconnect': async (bench, peer) => {
    const { call, run } = await begun(bench, peer);
    peer.listen();
    peer.leave();
    run.finish();
    return call.response;
  },
};

const TIMES = 1_000;

describe.each(Object.entries(ENDINGS))('after %s', (_name, end) => {
  it(`${TIMES} times over, every slot is free and nothing is held`, async () => {
    const strict = {
      name: 'strict',
      input: { type: 'object', properties: { n: { type: 'number' } } },
      handler: () => '',
    } as const;
    const throws = {
      name: 'throws',
      handler: () => {
        throw new Error('no');
      },
    };
    const bench = await createFullBench(
      { maxInFlight: 1 },
      { authorizer, tools: [strict, throws] },
    );
    const peer = new DirectPeer(bench, 'a');
    for (let time = 0; time < TIMES; time++) {
      await end(bench, peer);
      await tick();
    }
    await settled();

    expect(bench.events.filter(({ type }) => type === 'busy')).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, connections: 0 });
    expect(bench.clock.timers).toBe(0);
  });
});
