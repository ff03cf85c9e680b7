import type { Authorizer } from 'nest-mcp';
import { allow, ask } from 'nest-mcp';
import { CountedTool } from './counted-tool.js';
import { DirectPeer } from './direct-peer.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';
import { HeldTool } from './held-tool.js';

/** Asks about the tools `pay` and `work`, allows the rest. */
export const ASKS: Authorizer = {
  authorize: ({ name }) => (name === 'pay' || name === 'work' ? ask(`Run ${name}?`) : allow()),
};

/** A bench whose policy asks, and tools to ask about. */
export interface AskingBench extends DispatcherBench {
  /** Needs approval; counts its runs. */
  readonly pay: CountedTool;
  /** Needs approval; runs until the test ends it. */
  readonly work: HeldTool;
  /** Needs no approval; runs until the test ends it. */
  readonly hold: HeldTool;
  /** Peers that can be asked, by these ids. */
  peers(...ids: readonly string[]): Promise<DirectPeer[]>;
}

export async function createAskingBench(options: BenchOptions = {}): Promise<AskingBench> {
  const [pay, work, hold] = [new CountedTool('pay'), new HeldTool('work'), new HeldTool('hold')];
  const bench = await createBench({
    authorizer: ASKS,
    tools: [pay, work.definition, hold.definition],
    ...options,
  });
  return {
    ...bench,
    pay,
    work,
    hold,
    peers: (...ids) => Promise.all(ids.map((id) => DirectPeer.askable(bench, id))),
  };
}

/** At rest: nothing waits, runs or ticks. */
export const AT_REST = {
  pending: 0,
  inFlight: 0,
  abandoned: 0,
  parked: 0,
  listens: 0,
  tasks: 0,
  subscriptions: 0,
} as const;
