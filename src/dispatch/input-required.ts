import type { JsonObject } from '../protocol/json.js';

/**
 * Thrown to end a modern request with questions: the client repeats it with the answers
 * (2026-07-28, Multi round-trip requests).
 */
export class InputRequired {
  constructor(
    readonly inputRequests: JsonObject,
    readonly requestState: string,
  ) {}
}
