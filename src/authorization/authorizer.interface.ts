import type { JsonObject } from '../protocol/json.js';
import type { Decision } from './decision.js';

/**
 * Who calls, as the server knows it. Nothing here is taken on the client's word: no client name, no
 * header, no capability, since a policy that trusts those can be talked round.
 *
 * @publicApi
 */
export interface Caller {
  /** Who the application's guards found; `undefined` for anonymous callers and on stdio. */
  readonly principal: unknown;
  /** What tells principals apart (`principalKey` option). */
  readonly principalKey: string | undefined;
  /** The session or connection; `undefined` for requests that carry their own state. */
  readonly connectionId: string | undefined;
  readonly transport: 'http' | 'stdio' | 'memory';
}

/**
 * What a policy may know of a tool.
 *
 * @publicApi
 */
export interface AuthorizedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly sensitive?: boolean;
  };
  readonly meta?: JsonObject;
}

/**
 * A tool call, or the question whether a tool is shown in the list.
 *
 * @publicApi
 */
export interface ToolAuthorization extends Caller {
  readonly purpose: 'call' | 'list';
  readonly name: string;
  /** As sent, before validation; `undefined` when listing. */
  readonly arguments: JsonObject | undefined;
  /** `undefined` when no tool has this name: decide before finding out. */
  readonly tool: AuthorizedTool | undefined;
}

/**
 * Any other request that reads: lists, resources, prompts, completion, logging, skills, tasks.
 *
 * @publicApi
 */
export interface ReadAuthorization extends Caller {
  readonly method: string;
  /** What is read, as far as the method says: `uri`, `name` and `arguments`, `ref`, or `taskId`. */
  readonly params: JsonObject;
}

/**
 * The policy of a server. Every method may be asynchronous; one that throws, hangs or answers
 * anything but a decision denies.
 *
 * @publicApi
 */
export interface Authorizer {
  /** Decides about a tool call, before it is known whether the tool exists. */
  authorize(call: ToolAuthorization): Decision | Promise<Decision>;

  /** Decides about everything that reads. Absent: reads are open. `ask` counts as `deny`. */
  authorizeRead?(read: ReadAuthorization): Decision | Promise<Decision>;

  /** Decides whether a tool is listed. Absent: `authorize` is asked with `purpose: 'list'`. */
  canList?(tool: AuthorizedTool, caller: Caller): boolean | Promise<boolean>;

  /**
   * A key for callers who see the same tools, so that their list is written once. `undefined`: ask
   * again for every list. It must change when the policy does.
   */
  visibilityKey?(caller: Caller): string | undefined;
}
