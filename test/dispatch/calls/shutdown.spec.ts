import { Test } from '@nestjs/testing';
import { allowAll, McpDispatcher, McpModule, McpRegistry } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';
import { silentLogger } from '../../support/silent-logger.js';

const EVERYTHING_OVER = { ...AT_REST, connections: 0, capabilities: 0 };

async function busy() {
  const bench = await createAskingBench();
  const peer = await DirectPeer.askable(bench, 'a');
  const running = peer.call('hold');
  const parked = await peer.park('pay');
  return { bench, peer, running, parked };
}

describe('a server that stops', () => {
  it('waits for what runs, and answers it', async () => {
    const { bench, peer, running, parked } = await busy();
    const draining = bench.dispatcher.drain(2_000);
    bench.hold.run().finish('in time');
    await peer.answer();

    expect(said(await running.response)).toBe('in time');
    expect(said(await parked.response)).toBe('pay ran');
    await draining;
    expect(bench.dispatcher.snapshot()).toEqual(EVERYTHING_OVER);
    expect(bench.clock.timers).toBe(0);
  });

  it('cancels what still runs or waits when the time is up, and leaves nothing', async () => {
    const { bench, running, parked } = await busy();
    let isOver = false;
    const draining = bench.dispatcher.drain(2_000).then(() => {
      isOver = true;
    });
    bench.clock.advance(1_999);
    await settled();
    expect(isOver).toBe(false);

    bench.clock.advance(1);
    await draining;

    expect(await Promise.all([running.response, parked.response])).toEqual([null, null]);
    expect(bench.hold.run().signal.aborted).toBe(true);
    expect(bench.clock.timers).toBe(0);
    expect(bench.dispatcher.snapshot()).toEqual({ ...EVERYTHING_OVER, abandoned: 1 });
    bench.hold.finishAll();
    await settled();
    expect(bench.dispatcher.snapshot()).toEqual(EVERYTHING_OVER);
  });

  it('still pushes the answer of a call that was left to be answered later', async () => {
    const bench = await createAskingBench();
    const peer = await DirectPeer.askable(bench, 'a');
    expect(await peer.post('work')).toBeNull();
    await peer.answer();
    const draining = bench.dispatcher.drain(2_000);
    bench.work.run().finish('in time');
    await draining;

    expect(peer.pushed.at(-1)).toMatchObject({ id: 2, result: { content: [{ text: 'in time' }] } });
  });

  it('forgets who initialized and never listened', async () => {
    const bench = await createBench();
    await new DirectPeer(bench, 'silent').initialize();
    expect(bench.dispatcher.snapshot().capabilities).toBe(1);

    await bench.dispatcher.drain(1);

    expect(bench.dispatcher.snapshot()).toEqual(EVERYTHING_OVER);
  });

  it('is over at once when nothing goes on', async () => {
    const bench = await createBench();
    await bench.dispatcher.drain(2_000);

    expect(bench.clock.timers).toBe(0);
  });

  it('completes every stream, also of whoever comes afterwards', async () => {
    const bench = await createBench();
    const completed: string[] = [];
    const listen = (id: string) =>
      bench.dispatcher.connect(id).subscribe({ complete: () => void completed.push(id) });
    listen('before');
    await bench.dispatcher.drain(1);
    listen('after');

    expect(completed).toEqual(['before', 'after']);
    expect(bench.dispatcher.snapshot()).toEqual(EVERYTHING_OVER);
  });

  it('refuses what comes while it waits', async () => {
    const { bench, peer, running, parked } = await busy();
    const draining = bench.dispatcher.drain(2_000);

    expect(await peer.ask('ping')).toMatchObject({
      error: { code: -32603, message: 'The server is stopping' },
    });
    expect(said(await peer.call('hold').response)).toContain('The server is stopping');
    expect(bench.hold.runs).toHaveLength(1);
    parked.cancel();
    bench.hold.finishAll();
    await running.response;
    await draining;
  });

  it('says that nothing is authorized any more', async () => {
    const bench = await createBench({ authorizer: allowAll() });
    const { dispatcher } = bench;
    expect([
      dispatcher.authorizationConfigured(),
      dispatcher.readAuthorizationConfigured(),
    ]).toEqual([true, true]);

    await dispatcher.drain(1);

    expect([
      dispatcher.authorizationConfigured(),
      dispatcher.readAuthorizationConfigured(),
    ]).toEqual([false, false]);
  });

  it('may be told twice', async () => {
    const { bench, running, parked } = await busy();
    const both = [bench.dispatcher.drain(2_000), bench.dispatcher.drain(2_000)];
    parked.cancel();
    bench.hold.finishAll();
    await Promise.all([...both, running.response]);

    expect(bench.clock.timers).toBe(0);
  });

  it('tells telemetry what it cancelled before it falls silent', async () => {
    const { bench, running } = await busy();
    const draining = bench.dispatcher.drain(1);
    bench.clock.advance(1);
    await draining;
    await running.response;

    expect(bench.events.filter(({ type }) => type === 'cancelled')).toHaveLength(2);
    bench.hold.finishAll();
  });

  it('tells nobody of later changes to the catalogue', async () => {
    const bench = await createBench();
    const peer = await DirectPeer.askable(bench, 'a');
    await bench.dispatcher.drain(1);
    await bench.register([{ name: 'late', handler: () => '' }]);
    await settled();

    expect(peer.pushed).toEqual([]);
  });
});

describe('an application that closes', () => {
  it('aborts a running call, answers nothing, and holds nothing', async () => {
    const held = new HeldTool();
    const options = { name: 'test', limits: { shutdownGraceMs: 1 } };
    const app = await Test.createTestingModule({ imports: [McpModule.forRoot(options)] })
      .setLogger(silentLogger)
      .compile();
    await app.init();
    await app.get(McpRegistry).registerTools([held.definition]);
    const dispatcher = app.get(McpDispatcher);
    const call = dispatcher.request({ id: 1, method: 'tools/call', params: { name: 'held' } });
    await settled();

    await app.close();

    expect(await call.response).toBeNull();
    expect(held.run().signal.aborted).toBe(true);
    held.finishAll();
    await settled();
    expect(dispatcher.snapshot()).toEqual(EVERYTHING_OVER);
  });
});
