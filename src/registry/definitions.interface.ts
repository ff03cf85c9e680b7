import type { ToolAnnotations } from '../decorators/tool-options.interface.js';
import type { Annotations } from '../protocol/content.interface.js';
import type { Icon } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { CompiledSchema } from '../schema/compiled-schema.interface.js';
import type { BoundHandler } from './handlers/bound-handler.interface.js';
import type { MirroredParameter } from './mirrored-parameter.interface.js';
import type { TaskTerms } from './task-terms.js';
import type { UriTemplate } from './uri-template/uri-template.js';

/** What all definitions have. */
export interface DefinitionBase {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly meta?: JsonObject;
  readonly handler: BoundHandler;
  /** True for what follows a live source, which boot checks leave out. */
  readonly derived?: boolean;
}

/** A tool, ready to be listed and called. */
export interface ToolDefinition extends DefinitionBase {
  readonly annotations?: ToolAnnotations;
  readonly input: CompiledSchema;
  readonly output?: CompiledSchema;
  readonly timeoutMs?: number;
  /** Absent: it never runs as a task. */
  readonly task?: TaskTerms;
  /** What `x-mcp-header` marks in `input`. Absent: nothing. */
  readonly mirrored?: readonly MirroredParameter[];
}

/** A resource with one address. */
export interface ResourceDefinition extends DefinitionBase {
  readonly uri: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: Annotations;
}

/** A family of resources. */
export interface ResourceTemplateDefinition extends DefinitionBase {
  readonly template: UriTemplate;
  readonly allowEncodedSlash: boolean;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  /** Absent: the method takes no variables. */
  readonly input?: CompiledSchema;
}

/**
 * One argument of a prompt, as listed.
 *
 * @publicApi
 */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt, ready to be listed and rendered. */
export interface PromptDefinition extends DefinitionBase {
  readonly arguments: readonly PromptArgument[];
  /** Absent: the method takes no arguments. */
  readonly input?: CompiledSchema;
}

/** What a completer completes. */
export type CompletionTarget =
  | { readonly type: 'ref/prompt'; readonly name: string; readonly argument: string }
  | { readonly type: 'ref/resource'; readonly uri: string; readonly argument: string }
  | { readonly type: 'ref/tool'; readonly name: string; readonly argument: string };

/** A completer of one argument. */
export interface CompletionDefinition {
  readonly target: CompletionTarget;
  readonly handler: BoundHandler;
}

/** What each of the four lists of the protocol holds. */
export interface Definitions {
  readonly tools: ToolDefinition;
  readonly resources: ResourceDefinition;
  readonly resourceTemplates: ResourceTemplateDefinition;
  readonly prompts: PromptDefinition;
}

/** The four lists of the protocol. */
export type ListName = keyof Definitions;

/** Definitions of every kind. */
export type DefinitionLists = { readonly [List in ListName]: readonly Definitions[List][] };

/** Definitions that belong together, with what completes their arguments. */
export interface DefinitionSet extends DefinitionLists {
  readonly completions: readonly CompletionDefinition[];
}
