import { keyOf } from './oracle/expected-call.js';
import type { SystemUnderTest } from './system-under-test.js';
import type { CallRecord } from './world.js';
import { LIMITS } from './world.js';

/** Everything that must hold after every step, whatever was done. Gives what does not. */
export function brokenInvariants(system: SystemUnderTest): readonly string[] {
  return [
    ...system.seen.faults,
    ...brokenBounds(system),
    ...brokenCounts(system),
    ...brokenShares(system),
    ...brokenAnswers(system),
    ...brokenPermissions(system),
  ];
}

function* brokenBounds({ dispatcher, told }: SystemUnderTest): Iterable<string> {
  const { inFlight, abandoned, parked, capabilities } = dispatcher.snapshot();
  if (inFlight > LIMITS.maxInFlight) yield `${inFlight} callbacks in flight`;
  // All that run may be given up at once; only new ones are refused.
  const mostAbandoned = LIMITS.maxAbandoned - 1 + LIMITS.maxInFlight;
  if (abandoned > mostAbandoned) yield `${abandoned} callbacks abandoned`;
  if (parked > LIMITS.maxParkedElicitationsTotal) yield `${parked} calls parked`;
  for (const [holder, calls] of told.parked) {
    if (calls > LIMITS.maxParkedElicitations) yield `${holder} has ${calls} calls parked`;
  }
  if (capabilities > LIMITS.maxClientCapabilities) yield `${capabilities} capabilities kept`;
}

function* brokenCounts(system: SystemUnderTest): Iterable<string> {
  const { gates, clock, told, waiting, draining } = system;
  const { inFlight, abandoned, parked, connections } = system.dispatcher.snapshot();
  if (connections !== system.streams.size) yield `${connections} connections are listened to`;
  if (inFlight + abandoned !== gates.size) {
    yield `${inFlight} callbacks in flight and ${abandoned} abandoned, but ${gates.size} run`;
  }
  if (told.running !== inFlight) yield `${told.running} callbacks were started and not finished`;
  if (told.parkedCalls !== parked) yield `${told.parkedCalls} calls were parked and not settled`;
  if (clock.timers !== inFlight + parked + waiting + draining) {
    yield `${clock.timers} timers for ${inFlight} callbacks, ${parked} parked, ${waiting} waiting`;
  }
}

/** Counted by the callbacks that really run, abandoned ones among them. */
function* brokenShares({ gates, calls, seen }: SystemUnderTest): Iterable<string> {
  const shares = new Map<string, number>();
  for (const { serial, signal, kind } of gates.all) {
    const call = calls.get(serial) as CallRecord;
    const key = keyOf(call);
    if (key !== undefined) shares.set(key, (shares.get(key) ?? 0) + 1);
    const isAnswered = seen.settled.has(serial) && !isPushed(call, seen.prompted);
    if (kind === 'tool' && isAnswered && signal?.aborted !== true) {
      yield `the tool of #${serial} was given up but not told`;
    }
  }
  for (const [key, share] of shares) {
    if (share > LIMITS.maxInFlightPerConnection) yield `${key} runs ${share} callbacks`;
  }
}

function* brokenAnswers({ seen, calls }: SystemUnderTest): Iterable<string> {
  const mayBePushed = new Map<string, number>();
  for (const [serial, channel] of seen.prompted) {
    const call = calls.get(serial) as CallRecord;
    if (call.actor.name !== channel) yield `${channel} was asked about #${serial} of another`;
    if (!isPushed(call, seen.prompted)) continue;
    const key = `${channel} ${call.id}`;
    mayBePushed.set(key, (mayBePushed.get(key) ?? 0) + 1);
  }
  for (const [key, times] of seen.pushed) {
    if (times > (mayBePushed.get(key) ?? 0)) yield `${key} was pushed ${times} answers`;
  }
  for (const [serial, times] of seen.settled) {
    if (times > 1) yield `#${serial} was answered ${times} times`;
  }
}

function* brokenPermissions(system: SystemUnderTest): Iterable<string> {
  const { seen, calls } = system;
  const approvals = new Map<number, number>();
  for (const [serial, times] of seen.runs) {
    if (times > 1) yield `#${serial} ran ${times} times`;
    const { retry } = calls.get(serial) as CallRecord;
    if (retry !== undefined) approvals.set(retry.of, (approvals.get(retry.of) ?? 0) + 1);
    const isPermitted = seen.permitted.has(serial) || retry?.answer === 'approve';
    if (system.hasAuthorizer && !isPermitted) yield `#${serial} ran without permission`;
  }
  for (const [of, times] of approvals) {
    if (times > 1) yield `the approval of #${of} ran its tool ${times} times`;
  }
}

/** The direct caller does not wait for a person: the answer comes by the stream. */
function isPushed({ serial, via }: CallRecord, prompted: ReadonlyMap<number, string>): boolean {
  return via.startsWith('handle') && prompted.has(serial);
}
