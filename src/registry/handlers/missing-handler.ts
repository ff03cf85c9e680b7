import type { BoundHandler, HandlerRun } from './bound-handler.interface.js';

/** Stands where a definition brought no handler: a hook of the application serves its calls. */
export class MissingHandler implements BoundHandler {
  readonly interceptors: readonly string[] = [];

  constructor(readonly place: string) {}

  /** @throws always; who calls it has not looked whether there is a handler */
  open(): HandlerRun {
    throw new Error(`${this.place} has no handler`);
  }
}
