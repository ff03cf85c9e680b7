import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { busy, createFullBench, toolError } from '../../support/full-bench.js';
import { settled } from '../../support/settled.js';

describe('a call that was given up and goes on', () => {
  it('frees the bound of all for others', async () => {
    const bench = await createFullBench({ maxInFlight: 1, maxAbandoned: 5 });
    const first = new DirectPeer(bench, 'a').call('held');
    await settled();
    first.cancel();

    const second = new DirectPeer(bench, 'b').call('held');
    await settled();

    expect(bench.held.runs).toHaveLength(2);
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 1, abandoned: 1 });
    bench.held.finishAll();
    expect(said(await second.response)).toBe('done');
  });

  it('stays in the share of its connection until it ends', async () => {
    const bench = await createFullBench({ maxInFlight: 4 });
    const peer = new DirectPeer(bench, 'a');
    for (let call = 0; call < 2; call++) {
      const given = peer.call('held');
      await settled();
      given.cancel();
    }

    expect(toolError(await peer.call('held').response)).toEqual(busy('connection', 2));

    bench.held.run(0).finish();
    await settled();
    const next = peer.call('held');
    await settled();
    expect(bench.held.runs).toHaveLength(3);
    bench.held.finishAll();
    await next.response;
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('stays in the share of a connection that has ended and begun anew', async () => {
    const bench = await createFullBench({ maxInFlight: 2 });
    const peer = await DirectPeer.askable(bench, 'a');
    const given = peer.call('held');
    await settled();
    given.cancel();
    peer.leave();

    const returned = await DirectPeer.askable(bench, 'a');

    expect(toolError(await returned.call('held').response)).toEqual(busy('connection', 1));
    returned.leave();
    bench.held.finishAll();
  });
});

describe('the bound of calls that were given up', () => {
  async function givenUp(count: number, maxAbandoned: number) {
    const bench = await createFullBench({ maxInFlight: 8, maxAbandoned });
    for (let call = 0; call < count; call++) {
      const given = new DirectPeer(bench, `c${call}`).call('held');
      await settled();
      given.cancel();
    }
    return bench;
  }

  it('lets others begin below it', async () => {
    const bench = await givenUp(2, 3);

    const call = new DirectPeer(bench, 'new').call('held');
    await settled();

    expect(bench.held.runs).toHaveLength(3);
    bench.held.finishAll();
    await call.response;
  });

  it('refuses everybody at it, whatever their connection, and says why', async () => {
    const bench = await givenUp(3, 3);
    const peer = new DirectPeer(bench, 'new');

    expect(toolError(await peer.call('held').response)).toEqual(busy('abandoned', 3));
    expect(await peer.ask('prompts/get', { name: 'x' })).toMatchObject({
      error: { code: -32000, data: busy('abandoned', 3) },
    });
    expect(await peer.ask('ping')).toMatchObject({ result: {} });
    bench.held.finishAll();
  });

  it('takes new calls again as soon as one of them ends', async () => {
    const bench = await givenUp(3, 3);
    bench.held.run(1).fail(new Error('late'));
    await settled();

    const call = new DirectPeer(bench, 'new').call('held');
    await settled();

    expect(bench.held.runs).toHaveLength(4);
    bench.held.finishAll();
    await call.response;
  });

  it('is counted over calls that are cancelled and calls that are over time', async () => {
    const bench = await givenUp(1, 2);
    const slow = new DirectPeer(bench, 'slow').call('held');
    await settled();
    bench.clock.advance(300_000);
    await slow.response;

    expect(bench.dispatcher.snapshot()).toMatchObject({ abandoned: 2, inFlight: 0 });
    expect(toolError(await new DirectPeer(bench, 'new').call('held').response)).toEqual(
      busy('abandoned', 2),
    );
    bench.held.finishAll();
  });
});
