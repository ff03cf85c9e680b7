import { methodNotFound } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';

/** A method of the application's own, which only `onRequest` can serve. It is a read to the policy. */
export class UnknownMethodHandler implements MethodHandler {
  readonly access = 'read';
  readonly runs = 'slot';

  constructor(readonly method: string) {}

  /** The application left it to the server. */
  handle({ method }: ActiveCall): never {
    throw methodNotFound(method);
  }
}
