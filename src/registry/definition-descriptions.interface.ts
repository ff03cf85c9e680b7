import type { ToolAnnotations } from '../decorators/tool-options.interface.js';
import type { Annotations } from '../protocol/content.interface.js';
import type { Icon } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { PromptArgument } from './definitions.interface.js';

interface CommonDescription {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** `_meta` in lists. */
  readonly meta?: JsonObject;
  /** True for what was registered as following a live source. */
  readonly derived: boolean;
}

/**
 * A tool of the catalogue.
 *
 * @publicApi
 */
export interface ToolDescription extends CommonDescription {
  readonly annotations?: ToolAnnotations;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** Milliseconds a call may take, if the tool has a limit of its own. */
  readonly timeoutMs?: number;
  /** Absent for a tool that never runs as a task. */
  readonly taskSupport?: 'optional' | 'required';
}

/**
 * A resource with one address.
 *
 * @publicApi
 */
export interface ResourceDescription extends CommonDescription {
  readonly uri: string;
  readonly mimeType?: string;
  /** Bytes before encoding. */
  readonly size?: number;
  readonly annotations?: Annotations;
}

/**
 * A resource template of the catalogue.
 *
 * @publicApi
 */
export interface ResourceTemplateDescription extends CommonDescription {
  readonly uriTemplate: string;
  readonly variables: readonly string[];
  readonly mimeType?: string;
  readonly annotations?: Annotations;
}

/**
 * A prompt of the catalogue.
 *
 * @publicApi
 */
export interface PromptDescription extends CommonDescription {
  readonly arguments: readonly PromptArgument[];
}
