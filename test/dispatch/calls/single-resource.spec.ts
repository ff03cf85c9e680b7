import { FunctionHandler } from '../../../src/registry/handlers/function-handler.js';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

/** A server with exactly one resource, whose method never ends. */
async function benchOfOne() {
  const bench = await createBench();
  let runs = 0;
  const handler = new FunctionHandler('Only.one', () => {
    runs++;
    return new Promise(() => undefined);
  });
  bench.registry.catalogue.add({ resources: [{ uri: 'only://one', name: 'one', handler }] });
  return { bench, runs: () => runs };
}

const LISTS = ['resources/list', 'resources/templates/list'] as const;

describe('the lists of a server with a single fixed resource', () => {
  it.each(LISTS)('%s is answered at once, however slow the resource is', async (method) => {
    const { bench, runs } = await benchOfOne();
    const legacy = await DirectPeer.askable(bench, 'a');
    const listed = method === 'resources/list' ? { resources: [{ uri: 'only://one' }] } : {};

    expect(await legacy.ask(method)).toMatchObject({ result: listed });
    expect(await new ModernPeer(bench).ask(method)).toMatchObject({ result: listed });
    expect(runs()).toBe(0);
    expect(bench.clock.timers).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('are answered while the resource is being read', async () => {
    const { bench, runs } = await benchOfOne();
    const peer = new ModernPeer(bench);
    const reading = peer.ask('resources/read', { uri: 'only://one' });
    for (const method of LISTS) expect(await peer.ask(method)).toHaveProperty('result');

    bench.clock.advance(bench.limits.callbackTimeoutMs);
    expect(await reading).toMatchObject({ error: { data: { error: 'callback_timeout' } } });
    expect(runs()).toBe(1);
  });
});
