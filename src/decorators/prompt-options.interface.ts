import type { Icon } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { SchemaSource } from '../schema/schema-source.js';

/**
 * Options of `@McpPrompt()`. The schema is a type parameter, so that the method can be checked against it.
 *
 * @publicApi
 */
export interface PromptOptions<Input extends SchemaSource = SchemaSource> {
  /** Default: the method's name in snake_case. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Schema of the arguments, which are strings; default: the DTO class of the method's parameter. */
  readonly input?: Input;
  /** `_meta` of the listed prompt. */
  readonly meta?: JsonObject;
  /** Which servers offer the prompt; default: the default server. */
  readonly server?: string | readonly string[];
}
