import type { DirectCall } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import type { HeldTool } from '../../support/held-tool.js';
import { busy, createFullBench, toolError } from '../../support/full-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { SessionPeer } from '../../support/session-peer.js';
import { settled } from '../../support/settled.js';

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

async function outcomes(calls: readonly DirectCall[], held: HeldTool) {
  await settled();
  held.finishAll();
  const answers = await Promise.all(calls.map(({ response }) => response));
  const refused = answers.map(toolError).filter((error) => error !== undefined);
  return { ran: answers.length - refused.length, refused };
}

describe('the share of a connection', () => {
  it('is half of the bound of all: the seventeenth call is refused, and others are not', async () => {
    const bench = await createFullBench({});
    const [a, b] = [new DirectPeer(bench, 'a'), new DirectPeer(bench, 'b')];
    const calls = times(16, () => a.call('held'));

    expect(toolError(await a.call('held').response)).toEqual(busy('connection', 16));

    calls.push(b.call('held'));
    expect(await outcomes(calls, bench.held)).toMatchObject({ ran: 17 });
  });

  it('holds for calls of one tick: of 50, as many run as it says', async () => {
    const bench = await createFullBench({ maxInFlight: 10 });
    const peer = new DirectPeer(bench, 'a');

    const { ran, refused } = await outcomes(
      times(50, () => peer.call('held')),
      bench.held,
    );

    expect(ran).toBe(5);
    expect(refused).toEqual(times(45, () => busy('connection', 5)));
  });

  it.each([1, 3])('is at least one with maxInFlight %i', async (maxInFlight) => {
    const bench = await createFullBench({ maxInFlight });
    const peer = new DirectPeer(bench, 'a');

    expect(
      await outcomes(
        times(3, () => peer.call('held')),
        bench.held,
      ),
    ).toMatchObject({ ran: 1 });
  });

  it('belongs to the connection, not to whoever is behind it', async () => {
    const bench = await createFullBench({ maxInFlight: 4 });
    const [one, two] = [new DirectPeer(bench, 'peer-1'), new DirectPeer(bench, 'peer-2')];
    const calls = [...times(2, () => one.call('held')), ...times(2, () => two.call('held'))];

    expect(await outcomes(calls, bench.held)).toMatchObject({ ran: 4 });
  });

  it('is one for all direct callers that name no connection', async () => {
    const bench = await createFullBench({ maxInFlight: 4 });
    const call = (id: number) =>
      bench.dispatcher.request({ id, method: 'tools/call', params: { name: 'held' } });

    const { ran, refused } = await outcomes([1, 2, 3].map(call), bench.held);

    expect({ ran, refused }).toEqual({ ran: 2, refused: [busy('connection', 2)] });
  });

  it('is the principal’s where there is one, over all of its sessions', async () => {
    const bench = await createFullBench({ maxInFlight: 2 });
    const first = new SessionPeer(bench, 's1', 'ann').call('held');

    const second = await new SessionPeer(bench, 's2', 'ann').call('held');
    const other = new SessionPeer(bench, 's3', 'bob').call('held');
    await settled();

    expect(toolError(second)).toEqual(busy('connection', 1));
    expect(bench.held.runs).toHaveLength(2);
    bench.held.finishAll();
    await Promise.all([first, other]);
  });

  it('is nobody’s for anonymous requests that carry their own state', async () => {
    const bench = await createFullBench({ maxInFlight: 3, maxInFlightPerConnection: 1 });
    const calls = times(3, () => new ModernPeer(bench).call('held'));

    expect(toolError(await new ModernPeer(bench).call('held'))).toEqual(busy('server', 3));
    await settled();
    bench.held.finishAll();
    await Promise.all(calls);
  });
});
