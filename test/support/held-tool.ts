import type { McpContext, RuntimeTool } from 'nest-mcp';
import { deferred } from '../../src/protocol/deferred.js';

/** One run of a {@link HeldTool}. */
export interface HeldRun {
  readonly args: unknown;
  readonly context: McpContext;
  readonly signal: AbortSignal;
  /** Ends the run with a value. */
  finish(value?: unknown): void;
  /** Ends the run with an error. */
  fail(error: unknown): void;
}

/** A tool whose runs end only when a test says so; it does not heed its signal. */
export class HeldTool {
  readonly runs: HeldRun[] = [];

  constructor(
    readonly name = 'held',
    private readonly more: Partial<RuntimeTool> = {},
  ) {}

  get definition(): RuntimeTool {
    const handler = (args: unknown, context: McpContext): Promise<unknown> => {
      const { promise, resolve, reject } = deferred<unknown>();
      this.runs.push({
        args,
        context,
        signal: context.signal,
        finish: (value = 'done') => resolve(value),
        fail: reject,
      });
      return promise;
    };
    return { name: this.name, ...this.more, handler: handler as RuntimeTool['handler'] };
  }

  /** The n-th run, which must have begun. */
  run(index = 0): HeldRun {
    const run = this.runs.at(index);
    if (run === undefined) throw new Error(`${this.name} has no run ${index}`);
    return run;
  }

  /** Ends every run. */
  finishAll(): void {
    for (const run of this.runs) run.finish();
  }
}
