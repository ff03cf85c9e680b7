import { Actions } from './act.js';
import { brokenInvariants } from './invariants.js';
import { nextTurn } from './next-turn.js';
import type { Operation, Sequence } from './operation.js';
import { residueOf } from './residue.js';
import { SystemUnderTest } from './system-under-test.js';
import { DIRECT, DRAIN_GRACE_MS, SESSIONS } from './world.js';

/** Longer than anything lasts. */
const FOREVER_MS = 60_000;

/** Bounded by the number of limits, methods and revisions: nothing of a call is in them. */
export const CACHES: ReadonlySet<string> = new Set([
  'registry',
  'catalogue',
  'base',
  'clock',
  'logger',
  'telemetry',
  'changes',
  'revisions',
  'warned',
  'said',
  'extras',
  'pages',
]);

const TOOLS: readonly Operation[] = [
  { type: 'register', tool: 'alpha', isSensitive: false, derived: false },
  { type: 'register', tool: 'beta', isSensitive: true, derived: true },
];

const START: Readonly<Record<Sequence['start'], readonly Operation[]>> = {
  cold: TOOLS,
  warm: [
    ...TOOLS,
    { type: 'connect', direct: 0 },
    { type: 'connect', direct: 1 },
    ...[0, 1, ...SESSIONS.map((_, index) => DIRECT.length + index)].map(
      (channel) => ({ type: 'initialize', channel, elicitation: true }) as const,
    ),
  ],
};

/** Takes one sequence through the dispatcher, from the first step until nothing is left. */
export abstract class Run {
  protected readonly system: SystemUnderTest;
  protected readonly actions: Actions;
  protected isStopping = false;

  constructor(private readonly sequence: Sequence) {
    this.system = new SystemUnderTest(sequence.hasAuthorizer);
    this.actions = new Actions(this.system);
  }

  async run(): Promise<void> {
    const untouched = residueOf(this.system.dispatcher, CACHES);
    const { start, operations, ending } = this.sequence;
    for (const operation of START[start]) await this.step(operation);
    await this.take(operations);
    if (ending === 'drain') await this.drain();
    while (this.system.gates.size > 0) await this.step({ type: 'release', nth: 0 });
    await this.moveTo(this.system.clock.now() + FOREVER_MS);
    if (ending === 'release') await this.drain();
    this.checkRest(untouched);
  }

  /** The sequence itself. */
  protected abstract take(operations: readonly Operation[]): Promise<void>;

  /** One operation and everything that follows from it. */
  protected abstract step(operation: Operation): Promise<void>;

  /** Lets time pass, and promises settle between any two timers. */
  protected async moveTo(end: number): Promise<void> {
    while (this.system.clock.step(end)) await nextTurn();
  }

  /** The server stops, and has the time to. */
  private async drain(): Promise<void> {
    this.stop();
    await this.check();
    await this.moveTo(this.system.clock.now() + DRAIN_GRACE_MS);
    await this.check();
  }

  /** The server begins to stop; again changes nothing. */
  protected stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    this.system.drain();
  }

  /** After everything that can happen has happened. */
  protected async check(): Promise<void> {
    await nextTurn();
    this.system.endTurn();
    explain(await this.isAlive(), true);
    explain(brokenInvariants(this.system), []);
  }

  /** Everything was answered, and nothing runs, waits or is remembered any more. */
  private checkRest(untouched: ReadonlyMap<string, number>): void {
    const { dispatcher, clock, calls, seen, listeners } = this.system;
    expect(Object.values(dispatcher.snapshot())).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(clock.timers).toBe(0);
    expect(listeners).toBe(0);
    expect(residueOf(dispatcher, CACHES)).toEqual(untouched);
    expect([...calls.keys()].filter((serial) => !seen.settled.has(serial))).toEqual([]);
  }

  private async isAlive(): Promise<boolean> {
    let reply: unknown;
    const ping = { jsonrpc: '2.0', id: 'ping', method: 'ping' };
    void this.system.dispatcher.handleMessage(ping, 'pinger').then((pong) => {
      reply = pong && 'result' in pong ? 'pong' : 'refused';
    });
    await nextTurn();
    return reply === (this.isStopping ? 'refused' : 'pong');
  }
}

/** Compared as text: `expect` is slow, and is asked only to explain a difference. */
export function explain(seen: unknown, expected: unknown): void {
  if (JSON.stringify(seen) !== JSON.stringify(expected)) expect(seen).toEqual(expected);
}
