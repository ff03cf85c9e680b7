import type { BoundHandler, HandlerRun } from './bound-handler.interface.js';
import type { HandlerCall } from './handler-call.interface.js';

/** A plain function, which Nest knows nothing of. */
export class FunctionHandler implements BoundHandler {
  readonly interceptors: readonly string[] = [];
  private readonly run: (args: unknown, context: unknown) => unknown;

  constructor(
    readonly place: string,
    run: (args: never, context: never) => unknown,
  ) {
    this.run = run as (args: unknown, context: unknown) => unknown;
  }

  open(call: HandlerCall): HandlerRun {
    return {
      guard: () => undefined,
      invoke: async (args) => this.run(args, call.context),
    };
  }
}
