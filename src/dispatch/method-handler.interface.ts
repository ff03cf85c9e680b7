import type { JsonObject } from '../protocol/json.js';
import type { CapabilityName } from '../protocol/revisions/revision.interface.js';
import type { ActiveCall } from './active-call.js';
import type { CapabilityFlag } from './declared-capabilities.js';
import type { ResultTooLargeError } from './failures/result-too-large.error.js';
import type { NO_REPLY } from './hooks/no-reply.js';
import type { PreparedResult } from './prepared-result.js';

/** What a handler gives: members of the result, before those that every result of a revision has. */
export type MethodResult = JsonObject | PreparedResult | typeof NO_REPLY;

/** Serves one method of the protocol, in every revision that has it. */
export interface MethodHandler {
  readonly method: string;

  /**
   * Which policy stands before it: none, the read seam (the dispatcher asks it), or the tool seam
   * (the handler asks it itself).
   */
  readonly access: 'open' | 'read' | 'tool';

  /**
   * Where it runs: `inline`, at once; in a `slot`, because it runs code of the application; or
   * `itself`, taking a slot when it needs one.
   */
  readonly runs: 'inline' | 'slot' | 'itself';

  /** True when the code it runs may ask the client for input (2026-07-28: these three methods only). */
  readonly mayAsk?: boolean;

  /** The capability that must be declared for the method to exist. */
  readonly capability?: CapabilityName;

  /** The part of that capability that must be there as well. */
  readonly capabilityFlag?: CapabilityFlag;

  /** The extension that must be declared, and that the revision must have, for the method to exist. */
  readonly extension?: string;

  /**
   * True where the client is told things until it leaves, and the answer is only how that ends. Such a
   * call holds up nothing when the server stops.
   */
  readonly isStream?: boolean;

  /** True where something is remembered of a connection, so that it must last. */
  readonly needsLasting?: boolean;

  /** The member of `params` that the `Mcp-Name` header mirrors (2026-07-28, Streamable HTTP). */
  readonly routingMember?: 'name' | 'uri' | 'taskId';

  /**
   * Judges params before any policy is asked.
   *
   * @throws McpException `-32602`
   */
  check?(params: JsonObject): void;

  /** The result that tells of a result that was too large, where failures are results. */
  tooLarge?(error: ResultTooLargeError): JsonObject;

  /**
   * @throws McpException for an error of a certain code; anything else becomes `-32603` and is logged
   */
  handle(call: ActiveCall): MethodResult | Promise<MethodResult>;
}
