import type { JsonObject } from './json.js';

/** What a client declared: in `initialize`, or on each request in 2026-07-28. */
export interface ClientCapabilities {
  readonly experimental?: JsonObject;
  readonly extensions?: JsonObject;
  readonly roots?: JsonObject;
  readonly sampling?: JsonObject;
  readonly elicitation?: JsonObject;
  readonly tasks?: JsonObject;
}
