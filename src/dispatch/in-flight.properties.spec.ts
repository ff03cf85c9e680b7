import * as fc from 'fast-check';
import type { RequestId } from '../protocol/json-rpc.js';
import { InFlight } from './in-flight.js';

interface Call {
  readonly scope: number | undefined;
  readonly id: RequestId;
  readonly controller: AbortController;
  readonly release: () => void;
}

type Key = Pick<Call, 'scope' | 'id'>;

/** What should be true: the calls under way, and those of all time that should be aborted. */
interface Model {
  readonly live: Set<Call>;
  readonly aborted: Set<Call>;
}

interface Real {
  readonly inFlight: InFlight;
  readonly scopes: readonly object[];
  readonly all: Call[];
}

const REASON = new Error('enough');

const ids = fc.constantFrom<RequestId>(0, '', 1, '1', 'a');
const scopes = fc.constantFrom(0, 1);
const keys = fc.record({ scope: fc.constantFrom(0, 1, undefined), id: ids });

abstract class Step implements fc.Command<Model, Real> {
  constructor(private readonly words: string) {}

  check = (_model: Readonly<Model>): boolean => true;

  run(model: Model, real: Real): void {
    this.act(model, real);
    this.compare(model, real);
  }

  toString = (): string => this.words;

  protected abstract act(model: Model, real: Real): void;

  private compare({ live, aborted }: Model, { inFlight, scopes: places, all }: Real): void {
    expect(inFlight.size).toBe(live.size);
    for (const call of all) expect(call.controller.signal.aborted).toBe(aborted.has(call));
    for (const { scope, id } of all) {
      if (scope === undefined) continue;
      const isLive = [...live].some((call) => call.scope === scope && call.id === id);
      expect(inFlight.has(places[scope]!, id)).toBe(isLive);
    }
  }
}

class Add extends Step {
  constructor(private readonly key: Key) {
    super(`add ${JSON.stringify(key)}`);
  }

  protected act(model: Model, { inFlight, scopes: places, all }: Real): void {
    const { scope, id } = this.key;
    const controller = new AbortController();
    const place = scope === undefined ? undefined : places[scope];
    const call = { scope, id, controller, release: inFlight.add(place, id, controller) };
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

class Cancel extends Step {
  constructor(
    private readonly scope: number,
    private readonly id: RequestId | undefined,
  ) {
    super(`cancel ${scope} ${JSON.stringify(id) ?? 'all'}`);
  }

  protected act({ live, aborted }: Model, { inFlight, scopes: places }: Real): void {
    const { scope, id } = this;
    if (id === undefined) inFlight.cancelAll(places[scope]!, REASON);
    else inFlight.cancel(places[scope]!, id, REASON);
    for (const call of live) {
      if (call.scope === scope && (id === undefined || call.id === id)) aborted.add(call);
    }
  }
}

class Close extends Step {
  constructor() {
    super('close');
  }

  protected act({ live, aborted }: Model, { inFlight }: Real): void {
    inFlight.close(REASON);
    for (const call of live) aborted.add(call);
  }
}

const steps = fc.commands(
  [
    keys.map((key) => new Add(key)),
    fc.nat(30).map((position) => new Release(position)),
    fc.tuple(scopes, ids).map(([scope, id]) => new Cancel(scope, id)),
    scopes.map((scope) => new Cancel(scope, undefined)),
    fc.constant(new Close()),
  ],
  { maxCommands: 60, size: 'max' },
);

describe('InFlight, in any sequence of requests, ends and cancels', () => {
  it('aborts exactly what was meant, and is empty when all have ended', () => {
    fc.assert(
      fc.property(steps, (commands) => {
        const real: Real = { inFlight: new InFlight(), scopes: [{}, {}], all: [] };
        fc.modelRun(
          () => ({ model: { live: new Set<Call>(), aborted: new Set<Call>() }, real }),
          commands,
        );

        for (const { release } of real.all) release();

        expect(real.inFlight).toEqual(new InFlight());
      }),
    );
  });
});
