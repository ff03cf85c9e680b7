import fc from 'fast-check';
import type { McpInstrumentation } from 'nest-mcp';
import type { DirectCall } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createFullBench } from '../../support/full-bench.js';
import type { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

/** Counts the beginnings and ends of everything it follows. */
class Ledger implements McpInstrumentation {
  readonly ends = new Map<object, number>();
  readonly sessionEnds = new Map<object, number>();

  begin(operation: object) {
    this.ends.set(operation, 0);
    return {
      run: (code: () => void) => code(),
      end: () => this.ends.set(operation, (this.ends.get(operation) ?? 0) + 1),
    };
  }

  beginSession(session: object) {
    this.sessionEnds.set(session, 0);
    return { end: () => this.sessionEnds.set(session, (this.sessionEnds.get(session) ?? 0) + 1) };
  }
}

type Bench = DispatcherBench & { readonly held: HeldTool };

/** What a sequence works on. */
interface World {
  readonly bench: Bench;
  readonly peers: readonly DirectPeer[];
  readonly calls: DirectCall[];
}

type Step = (world: World) => void;

const PEER = fc.nat(1);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  PEER.map(
    (index) =>
      ({ peers }: World) =>
        void peers[index]?.initialize(),
  ),
  PEER.map(
    (index) =>
      ({ peers }: World) =>
        peers[index]?.listen(),
  ),
  PEER.map(
    (index) =>
      ({ peers }: World) =>
        peers[index]?.leave(),
  ),
  fc.tuple(PEER, fc.constantFrom('held', 'none')).map(
    ([index, name]) =>
      ({ peers, calls }: World) =>
        void calls.push(peers[index]!.call(name)),
  ),
  PEER.map(
    (index) =>
      ({ peers, calls }: World) =>
        void calls.push(peers[index]!.request('x')),
  ),
  fc.nat(5).map(
    (index) =>
      ({ calls }: World) =>
        calls[index]?.cancel(),
  ),
  fc.nat(5).map(
    (index) =>
      ({ bench }: World) =>
        bench.held.runs[index]?.finish(),
  ),
  fc.nat(5).map(
    (index) =>
      ({ bench }: World) =>
        bench.held.runs[index]?.fail(new Error('no')),
  ),
  fc.constant(({ bench }: World) => bench.clock.advance(300_000)),
);

describe('whatever happens', () => {
  it('each request and session that began has ended once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 25 }), async (steps) => {
        const ledger = new Ledger();
        const bench = await createFullBench({ maxInFlight: 3 }, { instrumentation: ledger });
        const world: World = {
          bench,
          peers: [new DirectPeer(bench, 'a'), new DirectPeer(bench, 'b')],
          calls: [],
        };
        for (const step of steps) {
          step(world);
          await settled();
        }
        const drained = bench.dispatcher.drain(1_000);
        await settled();
        bench.clock.advance(1_000);
        await drained;

        const all = [...ledger.ends.values(), ...ledger.sessionEnds.values()];
        expect(all).toEqual(all.map(() => 1));
        const told = (type: string) => bench.events.filter((event) => event.type === type).length;
        expect(told('request_ended')).toBe(told('request_received'));
        expect(told('request_ended')).toBe(ledger.ends.size);
        expect(told('session_ended')).toBe(told('session_begun'));
      }),
      { numRuns: 60 },
    );
  });
});
