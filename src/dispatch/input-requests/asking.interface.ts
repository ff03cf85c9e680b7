import type { JsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { ElicitationForms } from './elicitation-forms.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import type { AskedQuestion } from './asked-question.interface.js';

/** Makes the request once the revision it must suit is known. */
export type PrepareRequest<T> = (revision: Revision) => InputRequest<T> | Promise<InputRequest<T>>;

/** The questions of one call to its client, in the way of the call's era. */
export interface Asking {
  readonly forms: ElicitationForms;

  /** Asks, and gives what the client answered. */
  ask<T>(prepare: PrepareRequest<T>, options: AskOptions): Promise<T>;

  /** Runs `make` once for the call, however often the handler is run. */
  once<T>(key: string, make: () => T | Promise<T>): Promise<T>;

  /** What the client has said already to a question that is not asked yet, where it can have. */
  known?(question: AskedQuestion): JsonObject | undefined;

  /**
   * The handler ended, or a guard before it did.
   *
   * @param thrown what it threw, `undefined` if it returned
   * @returns what to throw instead of the handler's own outcome, if anything
   */
  end(thrown: unknown): Promise<object | undefined>;

  /** The call is over: nobody waits for an answer any more. */
  close(): void;
}
