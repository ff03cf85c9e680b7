import fc from 'fast-check';
import type { McpHooks } from 'nest-mcp';
import { Subject } from 'rxjs';
import { createBench } from '../../support/dispatcher-bench.js';
import type { Received } from '../../support/memory-wire.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';

const METHOD = 'notifications/test/numbered';
const numbers = ({ received }: MemoryWire) => received.map(({ params }: Received) => params.n);

describe('ten thousand notifications', () => {
  const all = Array.from({ length: 10_000 }, (_, n) => n);

  it('reach a session in the order in which they were said', async () => {
    const bench = await createBench();
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    const [session] = bench.dispatcher.sessions.list();
    for (const n of all) {
      if (n % 2 === 0) session?.notify(METHOD, { n });
      else bench.bus.notify(METHOD, { n });
    }

    expect(numbers(wire)).toEqual(all);
  });

  it('of an Observable reach it in the order of the values', async () => {
    const source = new Subject<number>();
    const hooks: McpHooks = {
      onInit: (_client, ctx) => {
        ctx.subscribe(source, (n) => ctx.notify(METHOD, { n }));
      },
    };
    const wire = await MemoryWire.openOn(await createBench({ hooks }), '2025-11-25');
    for (const n of all) {
      source.next(n);
      if (n % 500 === 499) await settled();
    }

    expect(numbers(wire)).toEqual(all);
  });
});

/** Who says something, and to whom. */
type Act =
  | { readonly by: 'bus' }
  | { readonly by: 'session' | 'context' | 'observable'; readonly to: number }
  | { readonly by: 'turn' };

const SESSIONS = 3;
const to = fc.nat({ max: SESSIONS - 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ by: fc.constant('bus' as const) }),
  fc.record({ by: fc.constantFrom('session' as const, 'context' as const), to }),
  fc.record({ by: fc.constant('observable' as const), to }),
  fc.record({ by: fc.constant('turn' as const) }),
);

describe('several senders and sessions, in any interleaving', () => {
  it('keep the order of each session, and tell nobody what is for another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const { wires, say, said } = await openSessions();
        for (const one of acts) await say(one);
        await settled();

        expect(wires.map(numbers)).toEqual(said);
      }),
      { numRuns: 40 },
    );
  });
});

async function openSessions() {
  const sources = Array.from({ length: SESSIONS }, () => new Subject<number>());
  const contexts: Parameters<NonNullable<McpHooks['onInit']>>[1][] = [];
  const hooks: McpHooks = {
    onInit: (_client, ctx) => {
      const source = sources[contexts.push(ctx) - 1] as Subject<number>;
      // Nothing is waited for, so no value waits while others say something.
      ctx.subscribe(source, (n) => void ctx.notify(METHOD, { n }));
    },
  };
  const bench = await createBench({ hooks });
  const wires: MemoryWire[] = [];
  for (const _ of sources) wires.push(await MemoryWire.openOn(bench, '2025-11-25'));
  const sessions = bench.dispatcher.sessions.list();
  const said: number[][] = sources.map(() => []);
  let n = 0;
  const say = async (one: Act): Promise<void> => {
    if (one.by === 'turn') return settled();
    n++;
    if (one.by === 'bus') {
      for (const numbersOf of said) numbersOf.push(n);
      return bench.bus.notify(METHOD, { n });
    }
    said[one.to]?.push(n);
    if (one.by === 'session') sessions[one.to]?.notify(METHOD, { n });
    else if (one.by === 'context') void contexts[one.to]?.notify(METHOD, { n });
    else sources[one.to]?.next(n);
  };
  return { wires, say, said };
}
