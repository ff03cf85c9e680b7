import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { settled } from '../../../test/support/settled.js';
import { deferred } from '../../protocol/deferred.js';
import { revision20251125 } from '../../protocol/revisions/revision-2025-11-25.js';
import { Connection } from '../../sessions/connection.js';
import { ActiveCall } from '../active-call.js';
import { legacyContext } from '../create-request-context.js';
import { standInHost } from '../stand-in-host.js';
import type { McpEvent } from '../telemetry/mcp-event.js';
import { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import { BusyReports } from './busy-reports.js';
import { CallbackRunner } from './callback-runner.js';
import type { SlotLimits } from './slot-pool.js';
import { SlotPool } from './slot-pool.js';

const LIMITS: SlotLimits = { maxInFlight: 2, maxInFlightPerConnection: 2, maxAbandoned: 2 };

function setUp(limits: Partial<SlotLimits> = {}) {
  const clock = new ManualClock();
  const pool = new SlotPool({ ...LIMITS, ...limits });
  const warnings: string[] = [];
  const logger = Object.assign(new Logger(), {
    warn: (message: string) => void warnings.push(message),
  });
  const telemetry = new McpTelemetry(logger);
  const events: McpEvent[] = [];
  telemetry.addSink((event) => events.push(event));
  const busy = new BusyReports(telemetry, logger);
  const runner = new CallbackRunner({ pool, clock, telemetry, busy, timeoutMs: 1_000 });
  return { clock, pool, warnings, events, runner };
}

function newCall(): ActiveCall {
  const connection = new Connection('c', undefined);
  const context = legacyContext(connection, revision20251125, {
    transport: 'memory',
    scope: connection,
    principal: undefined,
    principalKey: undefined,
    disconnected: undefined,
    outlet: { isOpen: true, send: () => undefined },
    host: standInHost(),
  });
  const params = { name: 't', arguments: { secret: 'sk' } };
  return new ActiveCall({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, context);
}

const never = () => deferred<never>().promise;

/** What a run fails with. Awaited later, when whatever makes it fail has happened. */
const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'it did not fail',
    (thrown: unknown) => thrown,
  );

describe('a callback in a slot', () => {
  it('gives its value and frees its slot before anybody is told', async () => {
    const { runner, pool } = setUp();

    const told = runner.run(newCall(), async () => 'value').then((value) => [value, pool.inFlight]);

    expect(pool.inFlight).toBe(1);
    expect(await told).toEqual(['value', 0]);
  });

  it('frees its slot when it throws at once', async () => {
    const { runner, pool, clock } = setUp();
    const fails = (): Promise<never> => {
      throw new Error('at once');
    };

    await expect(runner.run(newCall(), fails)).rejects.toThrow('at once');

    expect([pool.inFlight, clock.timers]).toEqual([0, 0]);
  });

  it('is not over time one millisecond early, and is then', async () => {
    const { runner, clock, pool } = setUp();
    const call = newCall();
    const run = runner.run(call, never);
    const failure = failureOf(run);
    clock.advance(999);
    await settled();
    expect([pool.inFlight, call.signal.aborted]).toEqual([1, false]);

    clock.advance(1);

    expect(call.signal.reason).toMatchObject({ timeoutMs: 1_000 });
    expect([pool.inFlight, pool.abandoned, clock.timers]).toEqual([0, 1, 0]);
    expect(await failure).toMatchObject({ name: 'CallbackTimeoutError' });
  });

  it('may have a time limit of its own', async () => {
    const { runner, clock } = setUp();
    const run = runner.run(newCall(), never, 5);
    const failure = failureOf(run);

    clock.advance(5);

    expect(await failure).toMatchObject({ timeoutMs: 5 });
  });

  it('is given up when its call is cancelled', async () => {
    const { runner, pool, clock } = setUp();
    const call = newCall();
    const run = runner.run(call, never);
    const failure = failureOf(run);

    call.cancel('enough');

    expect([pool.inFlight, pool.abandoned, clock.timers]).toEqual([0, 1, 0]);
    expect(await failure).toMatchObject({ name: 'McpCancelledError' });
  });

  it('does not start for a call that is cancelled already', async () => {
    const { runner, pool, events } = setUp();
    const call = newCall();
    call.cancel('before it began');
    let hasRun = false;

    const run = runner.run(call, async () => {
      hasRun = true;
    });

    await expect(run).rejects.toMatchObject({ name: 'McpCancelledError' });
    expect({ hasRun, inFlight: pool.inFlight, events }).toEqual({
      hasRun: false,
      inFlight: 0,
      events: [],
    });
  });

  it.each([
    ['a value', (late: ReturnType<typeof deferred<string>>) => late.resolve('late')],
    ['an error', (late: ReturnType<typeof deferred<string>>) => late.reject(new Error('late'))],
  ])('that ends late with %s is nobody’s any more', async (_what, end) => {
    const { runner, pool, clock } = setUp();
    const late = deferred<string>();
    const failure = failureOf(runner.run(newCall(), () => late.promise));
    clock.advance(1_000);
    expect(await failure).toMatchObject({ name: 'CallbackTimeoutError' });

    end(late);
    await settled();

    expect([pool.inFlight, pool.abandoned, pool.holders]).toEqual([0, 0, 0]);
  });
});

describe('what telemetry is told of a callback', () => {
  const types = (events: readonly McpEvent[]) =>
    events.map((event) => ('outcome' in event ? `${event.type} ${event.outcome}` : event.type));

  it('is its start and how it ended', async () => {
    const { runner, events } = setUp();
    await runner.run(newCall(), async () => 'value');
    const failing = runner.run(newCall(), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');

    expect(types(events)).toEqual(['started', 'finished returned', 'started', 'finished threw']);
  });

  it('is why it was given up, and that it ended after all', async () => {
    const { runner, events, clock } = setUp();
    const late = deferred<string>();
    const failure = failureOf(runner.run(newCall(), () => late.promise));
    clock.advance(1_000);
    await failure;
    late.resolve('late');
    await settled();

    expect(types(events)).toEqual(['started', 'abandoned', 'finished timeout', 'ended_late']);
    expect(events[1]).toMatchObject({ reason: 'timeout' });
  });

  it('tells a cancellation from a timeout', async () => {
    const { runner, events } = setUp();
    const call = newCall();
    const failure = failureOf(runner.run(call, never));
    call.cancel('enough');
    await failure;

    expect(types(events)).toEqual(['started', 'abandoned', 'finished cancelled']);
    expect(events[1]).toMatchObject({ reason: 'cancelled' });
  });

  it('is never what it was called with', async () => {
    const { runner, events } = setUp();
    await runner.run(newCall(), async () => 'value');

    expect(events[0]).toEqual({
      type: 'started',
      method: 'tools/call',
      name: 't',
      transport: 'memory',
      connectionId: 'c',
      principalKey: undefined,
    });
  });
});

describe('a bound that is met', () => {
  it.each([
    [{ maxInFlight: 1 }, 'limits.maxInFlight (1)'],
    [{ maxInFlightPerConnection: 1 }, 'limits.maxInFlightPerConnection (1)'],
  ])('is logged once, by the name of its option: %j', async (limits, name) => {
    const { runner, warnings } = setUp(limits);
    const held = deferred<void>();
    const running = runner.run(newCall(), () => held.promise);
    for (let time = 0; time < 3; time++) {
      expect(await failureOf(runner.run(newCall(), never))).toMatchObject({ name: 'BusyError' });
    }

    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(name);
    held.resolve();
    await running;
  });

  it('of abandoned callbacks is logged once, by the name of its option', async () => {
    const { runner, warnings, clock } = setUp({ maxAbandoned: 1 });
    const failure = failureOf(runner.run(newCall(), never));
    clock.advance(1_000);
    await failure;
    for (let time = 0; time < 3; time++) {
      expect(await failureOf(runner.run(newCall(), never))).toMatchObject({ scope: 'abandoned' });
    }

    expect(warnings).toEqual([expect.stringContaining('limits.maxAbandoned (1)')]);
  });

  it('is told to telemetry each time', async () => {
    const { runner, events } = setUp({ maxInFlight: 1 });
    const held = deferred<void>();
    const running = runner.run(newCall(), () => held.promise);
    for (let time = 0; time < 2; time++) await failureOf(runner.run(newCall(), never));

    expect(events.filter(({ type }) => type === 'busy')).toEqual([
      expect.objectContaining({ scope: 'server', limit: 1, name: 't' }),
      expect.objectContaining({ scope: 'server', limit: 1, name: 't' }),
    ]);
    held.resolve();
    await running;
  });
});
