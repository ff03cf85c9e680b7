import type { Icon } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { TaskSupport, ToolTaskOptions } from './tool-task-options.interface.js';

/**
 * Hints about a tool's behaviour (2025-03-26 and later). Clients treat them as untrusted.
 *
 * @publicApi
 */
export interface ToolAnnotations {
  readonly title?: string;
  /** Default false. */
  readonly readOnlyHint?: boolean;
  /** Default true. */
  readonly destructiveHint?: boolean;
  /** Default false. */
  readonly idempotentHint?: boolean;
  /** Default true. */
  readonly openWorldHint?: boolean;
  /** Ours: the tool must not run without an authorizer, as with `destructiveHint: true`. */
  readonly sensitive?: boolean;
}

/**
 * Options of `@McpTool()`. The schemas are type parameters, so that the method can be checked against
 * them.
 *
 * @publicApi
 */
export interface ToolOptions<
  Input extends SchemaSource = SchemaSource,
  Output extends SchemaSource = SchemaSource,
> {
  /** 1 to 128 of `A-Z a-z 0-9 _ - .`; default: the method's name in snake_case. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  /** Schema of the arguments; default: the DTO class of the method's parameter. */
  readonly input?: Input;
  /** Schema of the structured result. Without it the result is sent as text only. */
  readonly output?: Output;
  /** Milliseconds the call may take; default: `limits.callbackTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Whether, and how, it runs as a task, which outlives the request; default `forbidden`. */
  readonly task?: TaskSupport | ToolTaskOptions;
  /** `_meta` of the listed tool. */
  readonly meta?: JsonObject;
  /** Which servers offer the tool; default: the default server. */
  readonly server?: string | readonly string[];
}
