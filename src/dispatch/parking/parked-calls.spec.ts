import type { Logger } from '@nestjs/common';
import { getEventListeners } from 'node:events';
import type { Clock } from '../../protocol/clock.js';
import { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { Connection } from '../../sessions/connection.js';
import { ActiveCall } from '../active-call.js';
import type { RequestContext } from '../request-context.interface.js';
import { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { ParkedOutcome } from './parked-calls.js';
import { ParkedCalls } from './parked-calls.js';

const HOLDER = 'connection:a';

/** One parked call, and everything that can end it. */
function parkOne() {
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    after: (_ms, callback) => {
      timers.add(callback);
      return { cancel: () => timers.delete(callback) };
    },
  };
  const limits = {
    elicitationTimeoutMs: 1,
    maxParkedElicitations: 1,
    maxParkedElicitationsTotal: 1,
  };
  const telemetry = new McpTelemetry({} as Logger);
  const parked = new ParkedCalls(limits, clock, () => '1', telemetry, {} as Logger);
  const connection = new Connection('a', undefined);
  const [revision] = new ServedRevisions().legacy;
  const context = {
    revision,
    connection,
    outlet: { isOpen: true, send: () => undefined },
  } as unknown as RequestContext;
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} } as const;
  const call = new ActiveCall(request, context);
  const answer: Promise<ParkedOutcome | 'dropped'> = parked
    .park(call, connection, { idPrefix: 'approval', method: 'elicitation/create', params: {} })
    .catch(() => 'dropped');
  return { parked, call, connection, answer, timers };
}

type Parked = ReturnType<typeof parkOne>;

const respond =
  (result: object) =>
  ({ parked, connection }: Parked) =>
    parked.answer(connection, { kind: 'response', id: 'approval-1', result });

const ENDS: readonly [how: string, end: (given: Parked) => unknown][] = [
  ['approval', respond({ action: 'accept', content: { approve: true } })],
  ['refusal', respond({ action: 'decline' })],
  [
    'an error',
    ({ parked, connection }) =>
      parked.answer(connection, { kind: 'response', id: 'approval-1', error: {} }),
  ],
  ['time', ({ timers }) => timers.forEach((fire) => fire())],
  ['cancellation', ({ call }) => call.cancel('by the caller')],
];

describe.each(ENDS)('a parked call that is ended by %s', (_how, end) => {
  it('leaves no entry, no holder, no timer and no listener', async () => {
    const given = parkOne();
    end(given);
    await given.answer;

    expect({
      entries: given.parked.size,
      held: given.parked.sizeOf(HOLDER),
      timers: given.timers.size,
      listeners: getEventListeners(given.call.signal, 'abort').length,
    }).toEqual({ entries: 0, held: 0, timers: 0, listeners: 0 });
  });

  it('is ended by nothing else afterwards', async () => {
    const given = parkOne();
    end(given);
    const first = await given.answer;
    for (const [, other] of ENDS) other(given);

    expect(await given.answer).toEqual(first);
    expect(given.parked.size).toBe(0);
  });
});

describe('a call that is parked', () => {
  it('counts for its holder, has one timer and one listener', () => {
    const { parked, call, timers } = parkOne();

    expect([
      parked.size,
      parked.sizeOf(HOLDER),
      timers.size,
      getEventListeners(call.signal, 'abort').length,
    ]).toEqual([1, 1, 1, 1]);
  });

  it('is known as one that a person was asked about', () => {
    expect(parkOne().call.wasAsked).toBe(true);
  });
});
