import { Logger } from '@nestjs/common';
import { ManualClock } from '../../test/support/manual-clock.js';
import { settled } from '../../test/support/settled.js';
import type { Authorizer } from '../authorization/authorizer.interface.js';
import type { Decision } from '../authorization/decision.js';
import { allow, deny } from '../authorization/decision.js';
import { Policy } from '../authorization/policy.js';
import { deferred } from '../protocol/deferred.js';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { Connection } from '../sessions/connection.js';
import { ActiveCall } from './active-call.js';
import { CallExecutor } from './call-executor.js';
import { legacyContext } from './create-request-context.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { PreparedResult } from './prepared-result.js';
import { ResultEncoder } from './result-encoder.js';
import { ServedMethods } from './served-methods.js';
import { BusyReports } from './slots/busy-reports.js';
import { CallbackRunner } from './slots/callback-runner.js';
import { SlotPool } from './slots/slot-pool.js';
import { standInHost } from './stand-in-host.js';
import { McpTelemetry } from './telemetry/mcp-telemetry.js';

const METHOD = 'prompts/list';
const RUNS = ['inline', 'slot', 'itself'] as const;

function setUp(runs: MethodHandler['runs'], authorizeRead: Authorizer['authorizeRead']) {
  const logger = new Logger();
  const telemetry = new McpTelemetry(logger);
  const pool = new SlotPool({ maxInFlight: 1, maxInFlightPerConnection: 1, maxAbandoned: 1 });
  const clock = new ManualClock();
  const busy = new BusyReports(telemetry, logger);
  const runner = new CallbackRunner({ pool, clock, telemetry, busy, timeoutMs: 1_000 });
  const policy = new Policy({ authorize: allow, authorizeRead }, 'configured', logger);
  const identity = {
    info: { name: 'x', version: '1' },
    instructions: undefined,
    capabilities: new Map(),
  };
  const encoder = new ResultEncoder(identity, {}, () => false);
  const limits = { maxClientCapabilities: 1, maxResultBytes: 1_000 };
  const lifecycle = { opensWith: () => false, closeRequest: () => undefined };
  const requestHooks = { takes: () => false };
  const catalogues = { of: () => undefined, isOwn: () => false };
  const parts = {
    lifecycle,
    requestHooks,
    catalogues,
    options: { asyncContext: false, sessionState: undefined },
    telemetry,
    runner,
    encoder,
    identity,
    limits,
    logger,
    policy: () => policy,
  };
  const slotsAtRun: number[] = [];
  const handler: MethodHandler = {
    method: METHOD,
    access: 'read',
    runs,
    handle: () => {
      slotsAtRun.push(pool.inFlight);
      return { read: true };
    },
  };
  const given = parts as unknown as DispatchParts;
  const methods = new ServedMethods(new Map([[METHOD, handler]]), given);
  const executor = new CallExecutor(given, methods);
  return { executor, slotsAtRun };
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
  return new ActiveCall({ jsonrpc: '2.0', id: 1, method: METHOD, params: {} }, context);
}

describe.each(RUNS)('a method that reads and runs %s', (runs) => {
  it('is not reached when the policy denies it', async () => {
    const { executor, slotsAtRun } = setUp(runs, () => deny('no'));

    expect(await executor.execute(newCall())).toMatchObject({ error: { code: -32090 } });
    expect(slotsAtRun).toEqual([]);
  });

  it('is not reached when the call was given up while the policy thought', async () => {
    const decision = deferred<Decision>();
    const { executor, slotsAtRun } = setUp(runs, () => decision.promise);
    const call = newCall();
    const answer = executor.execute(call);
    call.cancel('enough');
    decision.resolve(allow());
    await answer;
    await settled();

    expect(slotsAtRun).toEqual([]);
  });

  it('is reached when the policy allows it', async () => {
    const { executor, slotsAtRun } = setUp(runs, allow);

    expect(await executor.execute(newCall())).toEqual({
      id: 1,
      result: new PreparedResult('{"read":true}'),
    });
    expect(slotsAtRun).toHaveLength(1);
  });
});

describe('the slot of the policy', () => {
  it('is free again when a method begins that takes its own', async () => {
    const { executor, slotsAtRun } = setUp('itself', allow);
    await executor.execute(newCall());

    expect(slotsAtRun).toEqual([0]);
  });

  it('is kept for a method that needs one', async () => {
    const { executor, slotsAtRun } = setUp('slot', allow);
    await executor.execute(newCall());

    expect(slotsAtRun).toEqual([1]);
  });
});
