import type {
  CompletionDefinition,
  CompletionTarget,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import type { UriMatch } from './uri-template/uri-match.interface.js';

/** What serves one URI. */
export type ResourceMatch =
  | { readonly resource: ResourceDefinition }
  | { readonly template: ResourceTemplateDefinition; readonly match: UriMatch };

/**
 * Everything that is offered, to be listed and looked up. Lists are snapshots: a change makes new ones
 * and leaves those that were handed out alone. Their order is the same in every process.
 */
export interface Catalogue {
  /** Grows with every change, so that what was made of the catalogue can be kept until then. */
  readonly version: number;

  /** Sorted by name. */
  readonly tools: readonly ToolDefinition[];

  /** Resources with a fixed URI, sorted by name, then URI. */
  readonly resources: readonly ResourceDefinition[];

  /** Sorted by name, then template. */
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];

  /** Sorted by name. */
  readonly prompts: readonly PromptDefinition[];

  findTool(name: string): ToolDefinition | undefined;

  findPrompt(name: string): PromptDefinition | undefined;

  /** The template of exactly this text. */
  findTemplate(text: string): ResourceTemplateDefinition | undefined;

  /** The resource whose fixed URI this is, in any spelling. */
  findFixedResource(uri: string): ResourceDefinition | undefined;

  /**
   * Everything that could serve this URI, in the order in which it is tried: the fixed resource, then
   * the most specific template first. A match that cannot be read counts only if nothing else matches.
   */
  findResources(uri: string): Iterable<ResourceMatch>;

  findCompletion(target: CompletionTarget): CompletionDefinition | undefined;
}
