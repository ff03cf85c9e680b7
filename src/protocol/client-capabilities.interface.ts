import type { JsonObject } from './json.js';

/**
 * What a client declared: in `initialize`, or on each request in 2026-07-28. As it came, so that members
 * may be of any kind; `ctx.clientSupports()` reads it.
 *
 * @publicApi
 */
export interface ClientCapabilities {
  readonly experimental?: JsonObject;
  readonly extensions?: JsonObject;
  readonly roots?: JsonObject;
  readonly sampling?: JsonObject;
  readonly elicitation?: JsonObject;
  readonly tasks?: JsonObject;
}
