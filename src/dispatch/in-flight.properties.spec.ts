import * as fc from 'fast-check';
import { callWith } from '../../test/support/request-context.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { ActiveCall } from './active-call.js';
import { InFlight } from './in-flight.js';

interface Call {
  readonly scope: number | undefined;
  readonly id: RequestId;
  readonly active: ActiveCall;
  readonly release: () => void;
}

type Key = Pick<Call, 'scope' | 'id'>;

/** What should be true: calls under way, calls of all time that should be cancelled, and who waits. */
interface Model {
  readonly live: Set<Call>;
  readonly cancelled: Set<Call>;
  /** Numbers of those who wait until nothing is under way, and have not been told. */
  readonly waiting: Set<number>;
}

interface Real {
  readonly inFlight: InFlight;
  readonly scopes: readonly object[];
  readonly all: Call[];
  /** Whether the n-th who waits was told. */
  readonly told: boolean[];
}

const newModel = (): Model => ({ live: new Set(), cancelled: new Set(), waiting: new Set() });

const ids = fc.constantFrom<RequestId>(0, '', 1, '1', 'a');
const scopes = fc.constantFrom(0, 1);
const keys = fc.record({ scope: fc.constantFrom(0, 1, undefined), id: ids });

const activeOf = (calls: Iterable<Call>): readonly ActiveCall[] =>
  [...calls].map(({ active }) => active);

abstract class Step implements fc.AsyncCommand<Model, Real> {
  constructor(private readonly words: string) {}

  check = (_model: Readonly<Model>): boolean => true;

  async run(model: Model, real: Real): Promise<void> {
    this.act(model, real);
    if (model.live.size === 0) model.waiting.clear();
    await Promise.resolve();
    await Promise.resolve();
    this.compare(model, real);
  }

  toString = (): string => this.words;

  protected abstract act(model: Model, real: Real): void;

  private compare({ live, cancelled, waiting }: Model, real: Real): void {
    const { inFlight, scopes: places, all, told } = real;
    expect(inFlight.size).toBe(live.size);
    expect(inFlight.everything()).toEqual(activeOf(live));
    for (const call of all) expect(call.active.isCancelled).toBe(cancelled.has(call));
    for (const { scope, id } of all) {
      if (scope === undefined) continue;
      const twins = [...live].filter((call) => call.scope === scope && call.id === id);
      expect(inFlight.has(places[scope]!, id)).toBe(twins.length > 0);
      expect(inFlight.find(places[scope]!, id)).toEqual(activeOf(twins));
    }
    expect(told).toEqual(told.map((_told, index) => !waiting.has(index)));
  }
}

class Add extends Step {
  constructor(private readonly key: Key) {
    super(`add ${JSON.stringify(key)}`);
  }

  protected act(model: Model, { inFlight, scopes: places, all }: Real): void {
    const { scope, id } = this.key;
    const place = scope === undefined ? undefined : places[scope];
    const active = callWith(id, 'ping', {}, { scope: place });
    const call = { scope, id, active, release: inFlight.add(active) };
    model.live.add(call);
    all.push(call);
  }
}

/** Ends a call of all time, so that some end twice. */
class Release extends Step {
  constructor(private readonly position: number) {
    super(`release ${position}`);
  }

  protected act(model: Model, { all }: Real): void {
    const call = all[this.position % Math.max(1, all.length)];
    if (call === undefined) return;
    call.release();
    model.live.delete(call);
  }
}

/** Cancels the calls of an id, or of a whole scope. */
class Cancel extends Step {
  constructor(
    private readonly scope: number,
    private readonly id: RequestId | undefined,
  ) {
    super(`cancel ${scope} ${JSON.stringify(id) ?? 'all'}`);
  }

  protected act({ live, cancelled }: Model, { inFlight, scopes: places }: Real): void {
    const { scope, id } = this;
    const place = places[scope]!;
    const found = id === undefined ? inFlight.of(place) : inFlight.find(place, id);
    for (const call of found) call.cancel('enough');
    for (const call of live) {
      if (call.scope === scope && (id === undefined || call.id === id)) cancelled.add(call);
    }
  }
}

class CancelEverything extends Step {
  constructor() {
    super('cancel everything');
  }

  protected act({ live, cancelled }: Model, { inFlight }: Real): void {
    for (const call of inFlight.everything()) call.cancel('enough');
    for (const call of live) cancelled.add(call);
  }
}

class Wait extends Step {
  constructor() {
    super('wait');
  }

  protected act({ waiting }: Model, { inFlight, told }: Real): void {
    const number = told.push(false) - 1;
    waiting.add(number);
    void inFlight.whenEmpty().then(() => {
      told[number] = true;
    });
  }
}

const steps = fc.commands(
  [
    keys.map((key) => new Add(key)),
    fc.nat(30).map((position) => new Release(position)),
    fc.tuple(scopes, ids).map(([scope, id]) => new Cancel(scope, id)),
    scopes.map((scope) => new Cancel(scope, undefined)),
    fc.constant(new CancelEverything()),
    fc.constant(new Wait()),
  ],
  { maxCommands: 60, size: 'max' },
);

describe('InFlight, in any sequence of requests, ends and cancels', () => {
  it('finds exactly what is meant, tells who waits, and is empty when all have ended', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const real: Real = { inFlight: new InFlight(), scopes: [{}, {}], all: [], told: [] };
        await fc.asyncModelRun(() => ({ model: newModel(), real }), commands);

        for (const { release } of real.all) release();
        await real.inFlight.whenEmpty();

        expect(real.told).not.toContain(false);
        expect(real.inFlight).toEqual(new InFlight());
        for (const place of real.scopes) expect(real.inFlight.of(place)).toEqual([]);
      }),
    );
  });
});
