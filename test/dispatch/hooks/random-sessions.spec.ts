import fc from 'fast-check';
import type { McpSession } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';
import { ENVELOPE } from '../../support/wire-messages.js';
import { residueOf } from '../model/residue.js';
import { CACHES } from '../model/run.js';
import type { Way } from './scripted-hooks.js';
import { ScriptedHooks, WAYS } from './scripted-hooks.js';

const WIRES = 3;
const LIMITS = {
  maxInFlight: 4,
  maxInFlightPerConnection: 3,
  maxAbandoned: 3,
  maxSessionEvents: 3,
  callbackTimeoutMs: 1_000,
};
const VERSION = '2025-11-25';
const AT_WORK = 'notifications/shop/at_work';
const SAYS = ['onEvent', 'onCall', 'notification'] as const;

/** Something that reaches a hook of a session beside its requests. */
interface Said {
  readonly type: (typeof SAYS)[number];
  readonly wire: number;
  readonly way: Way;
}

interface Requested {
  readonly type: 'request';
  readonly wire: number;
  readonly method: 'tools/call' | 'tools/list' | 'shop/own' | 'ping';
  readonly isModern: boolean;
  readonly init: Way;
  readonly way: Way;
}

/** A handshake, and requests that do not wait for its answer. */
interface Pipeline {
  readonly type: 'pipeline';
  readonly wire: number;
  readonly way: Way;
  readonly requests: readonly Requested[];
}

type Step =
  | Said
  | Requested
  | Pipeline
  | { readonly type: 'stop' | 'close'; readonly wire: number }
  | { readonly type: 'cancel' | 'release'; readonly nth: number }
  | { readonly type: 'advance' };

const wire = fc.nat(WIRES - 1);
const wayOf = (...ways: readonly Way[]): fc.Arbitrary<Way> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Way>('ok') }, fc.constantFrom(...ways));
const way = wayOf(...WAYS);
const requested = (how: fc.Arbitrary<Way>): fc.Arbitrary<Requested> =>
  fc.record({
    type: fc.constant('request'),
    wire,
    method: fc.constantFrom('tools/call', 'tools/call', 'tools/list', 'shop/own', 'ping'),
    isModern: fc.boolean(),
    init: way,
    way: how,
  });
// What ends a session while others write to it decides by a hair's breadth what it keeps.
const pipelined = fc.array(requested(wayOf('throw', 'hang', 'noReply')), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('pipeline'), wire, way, requests: pipelined }),
  },
  { weight: 8, arbitrary: requested(way) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom(...SAYS), wire, way }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('stop', 'close'), wire }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('cancel', 'release'), nth: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('advance') }) },
);
const sequences = fc.array(step, { minLength: 1, maxLength: 50, size: 'max' });

type Params = Readonly<Record<string, unknown>> & { readonly _meta: object };

/** A request, and what may become of it. */
interface Sent {
  readonly link: Link;
  readonly id: number;
  readonly isHandshake: boolean;
  /** True when nobody waits for an answer any more. */
  isGivenUp: boolean;
}

/** One client, until its link is over. */
class Link {
  readonly memory: MemoryWire;
  session: McpSession | undefined;

  constructor(
    bench: DispatcherBench,
    readonly number: number,
  ) {
    this.memory = MemoryWire.connectOn(bench, VERSION);
  }

  answersTo(wanted: number): number {
    return this.memory.received.filter(({ id, method }) => id === wanted && method === undefined)
      .length;
  }
}

/** Takes steps, and knows what must be true after each. */
class Run {
  private readonly links = new Map<number, Link>();
  private readonly everyLink: Link[] = [];
  private readonly sent: Sent[] = [];
  private readonly untouched: ReadonlyMap<string, number>;
  private serial = 0;

  private constructor(
    private readonly bench: DispatcherBench,
    private readonly application: ScriptedHooks,
  ) {
    this.untouched = residueOf(bench.dispatcher, CACHES);
  }

  static async begin(): Promise<Run> {
    const application = new ScriptedHooks();
    const { hooks, tool } = application;
    return new Run(await createBench({ hooks, tools: [tool], limits: LIMITS }), application);
  }

  async take(given: Step): Promise<void> {
    if (given.type === 'advance') this.bench.clock.advance(LIMITS.callbackTimeoutMs);
    else if ('nth' in given && given.type === 'cancel') this.cancel(given.nth);
    else if ('nth' in given) this.release(given.nth);
    else if (given.type === 'pipeline') this.pipeline(this.linkOf(given.wire), given);
    else if (given.type === 'request') this.request(this.linkOf(given.wire), given);
    else if ('way' in given) this.say(this.linkOf(given.wire), given);
    else if (given.type === 'stop') this.links.get(given.wire)?.session?.stop('told to');
    else this.close(this.links.get(given.wire));
    await settled();
    this.notice();
  }

  check(): void {
    const { faults, begun } = this.application;
    expect(faults).toEqual([]);
    for (const { link, id } of this.sent) expect(link.answersTo(id)).toBeLessThanOrEqual(1);
    for (const { endings } of begun.values()) expect(endings).toBeLessThanOrEqual(1);
    for (const { memory, number } of this.everyLink) {
      const told = memory.received.filter(({ method }) => method === AT_WORK);
      expect(told.filter(({ params }) => params.wire !== number)).toEqual([]);
    }
    const { pending, inFlight } = this.bench.dispatcher.snapshot();
    expect(pending).toBe(this.pending.length);
    expect(inFlight).toBeLessThanOrEqual(LIMITS.maxInFlight);
  }

  /** Everything is answered in the time that callbacks may take, though none of them ends. */
  async wait(): Promise<void> {
    // What waits for a handshake waits for all that came before.
    for (let rounds = this.pending.length; rounds > 0; rounds--) {
      await this.take({ type: 'advance' });
      this.check();
    }
    expect(this.pending).toEqual([]);
  }

  /** Everything ends, and nothing is left. */
  async end(): Promise<void> {
    const { bench, application } = this;
    for (const request of this.pending) request.isGivenUp = true;
    const drained = bench.dispatcher.drain(1);
    bench.clock.advance(1);
    await settled();
    for (const { release } of application.hanging) release();
    await drained;
    for (const link of [...this.links.values()]) this.close(link);
    await settled();

    this.check();
    const unbalanced = [...application.begun.values()].filter(({ endings }) => endings !== 1);
    expect(unbalanced).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.dispatcher.sessions.size).toBe(0);
    expect(bench.clock.timers).toBe(0);
    expect(residueOf(bench.dispatcher, CACHES)).toEqual(this.untouched);
  }

  /** What happened, for proof that something did. */
  get counts(): readonly (readonly [string, number])[] {
    const { begun, silenced } = this.application;
    const sessions = [...begun.values()];
    const lasting = this.everyLink.filter(({ session }) => session !== undefined).length;
    const written = sessions.reduce((sum, session) => sum + session.written.size - 1, 0);
    const answers = this.everyLink.flatMap(({ memory }) => memory.received);
    return [
      ['sessions that lasted', lasting],
      ['requests that were sessions', sessions.length - lasting],
      ['callbacks that succeeded', written],
      ['answered with nothing', silenced.size],
      ['given up', this.sent.filter(({ isGivenUp }) => isGivenUp).length],
      ['answered with an error', answers.filter(({ error }) => error !== undefined).length],
      ['answered with a result', answers.filter(({ result }) => result !== undefined).length],
    ];
  }

  /** Requests that wait for their answer. */
  private get pending(): readonly Sent[] {
    const { silenced } = this.application;
    return this.sent.filter(
      ({ link, id, isGivenUp }) => !isGivenUp && !silenced.has(id) && link.answersTo(id) === 0,
    );
  }

  /** A link that is over makes room for another. */
  private linkOf(number: number): Link {
    const known = this.links.get(number);
    if (known !== undefined) return known;
    const link = new Link(this.bench, number);
    this.links.set(number, link);
    this.everyLink.push(link);
    return link;
  }

  private pipeline(link: Link, { way: init, requests }: Pipeline): void {
    this.send(link, 'initialize', { protocolVersion: VERSION, capabilities: {}, _meta: { init } });
    for (const one of requests) this.request(link, one);
  }

  private request(link: Link, { method, isModern, init, way: how }: Requested): void {
    const script = { way: how, serial: this.serial + 1 };
    const params = method === 'tools/call' ? { name: 'act', arguments: script } : script;
    this.send(link, method, { ...params, _meta: { ...(isModern && ENVELOPE), init } });
  }

  private send(link: Link, method: string, params: Params): void {
    const id = ++this.serial;
    this.sent.push({ link, id, isHandshake: method === 'initialize', isGivenUp: false });
    const _meta = { ...params._meta, serial: id, wire: link.number };
    void link.memory.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
  }

  private say({ memory, session }: Link, { type, way: how }: Said): void {
    const params = { way: how, serial: ++this.serial };
    const method = 'notifications/shop/said';
    if (type === 'notification') void memory.send({ jsonrpc: '2.0', method, params });
    else if (type === 'onEvent') session?.send(params);
    else session?.call(params).catch(() => undefined);
  }

  private cancel(nth: number): void {
    const { pending } = this;
    const chosen = pending[nth % Math.max(1, pending.length)];
    if (chosen === undefined) return;
    void chosen.link.memory.cancel(chosen.id);
    // The handshake may not be cancelled.
    if (!chosen.isHandshake) chosen.isGivenUp = true;
  }

  private release(nth: number): void {
    const { hanging } = this.application;
    hanging[nth % Math.max(1, hanging.length)]?.release();
  }

  private close(link: Link | undefined): void {
    if (link === undefined) return;
    for (const request of this.pending) if (request.link === link) request.isGivenUp = true;
    this.links.delete(link.number);
    link.memory.close();
  }

  /** Finds new sessions, and links that the application has ended. */
  private notice(): void {
    for (const session of this.bench.dispatcher.sessions.list()) {
      const link = this.links.get(session.state.wire as number);
      if (link !== undefined) link.session = session;
    }
    for (const [number, { memory }] of [...this.links]) {
      if (memory.isOver) this.links.delete(number);
    }
  }
}

/** How often the sequences must have come to what they are about, or they prove nothing. */
const LEAST: Readonly<Record<string, number>> = {
  'sessions that lasted': 100,
  'requests that were sessions': 100,
  'callbacks that succeeded': 150,
  'answered with nothing': 3,
  'given up': 20,
  'answered with an error': 100,
  'answered with a result': 100,
};

describe('sessions, requests and hooks at random', () => {
  it('begin and end once, answer once, and keep what succeeded', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(sequences, fc.boolean(), async (given, waits) => {
        const run = await Run.begin();
        for (const one of given) {
          await run.take(one);
          run.check();
        }
        if (waits) await run.wait();
        await run.end();
        for (const [what, times] of run.counts) seen.set(what, (seen.get(what) ?? 0) + times);
      }),
      { numRuns: 150 },
    );
    const rare = Object.entries(LEAST).filter(([what, least]) => (seen.get(what) ?? 0) < least);
    expect(rare.map(([what]) => [what, seen.get(what)])).toEqual([]);
  }, 120_000);
});
