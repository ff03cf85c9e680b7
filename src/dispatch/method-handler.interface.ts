import type { JsonObject } from '../protocol/json.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { CapabilityName } from '../protocol/revisions/revision.interface.js';
import type { PreparedResult } from './prepared-result.js';
import type { RequestContext } from './request-context.interface.js';

/** One request on its way to the handler of its method. */
export interface MethodCall {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly context: RequestContext;
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

/** What a handler gives: members of the result, before those that every result of a revision has. */
export type MethodResult = JsonObject | PreparedResult;

/** Serves one method of the protocol, in every revision that has it. */
export interface MethodHandler {
  readonly method: string;

  /** The capability that must be declared for the method to exist. */
  readonly capability?: CapabilityName;

  /** The member of `params` that the `Mcp-Name` header mirrors (2026-07-28, Streamable HTTP). */
  readonly routingMember?: 'name' | 'uri';

  /**
   * @throws McpException for an error of a certain code; anything else becomes `-32603` and is logged
   */
  handle(call: MethodCall): MethodResult | Promise<MethodResult>;
}
