import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { Catalogue, ResourceMatch } from './catalogue.interface.js';
import { Completers } from './completers.js';
import { describeTarget, isCompletable } from './completion-targets.js';
import { DEFINITION_KINDS } from './definition-kinds.js';
import { DefinitionList } from './definition-list.js';
import type {
  CompletionDefinition,
  CompletionTarget,
  DefinitionLists,
  Definitions,
  DefinitionSet,
  ListName,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import { matchResources, sortBySpecificity } from './match-resources.js';
import { sealDefinition } from './seal-definition.js';
import { normaliseUri } from './uri-template/normalise-uri.js';

/** A catalogue that can be changed. Every change is one synchronous step, whole or not at all. */
export class CatalogueStore implements Catalogue {
  private readonly lists: { readonly [List in ListName]: DefinitionList<List> } = {
    tools: new DefinitionList('tools'),
    resources: new DefinitionList('resources'),
    resourceTemplates: new DefinitionList('resourceTemplates'),
    prompts: new DefinitionList('prompts'),
  };
  private readonly completers = new Completers();
  private templatesBySpecificity: readonly ResourceTemplateDefinition[] | undefined;
  private changeCount = 0;

  get version(): number {
    return this.changeCount;
  }

  /** True when nothing is offered. */
  get isEmpty(): boolean {
    return Object.values(this.lists).every(({ size }) => size === 0);
  }

  get tools(): readonly ToolDefinition[] {
    return this.lists.tools.all;
  }

  get resources(): readonly ResourceDefinition[] {
    return this.lists.resources.all;
  }

  get resourceTemplates(): readonly ResourceTemplateDefinition[] {
    return this.lists.resourceTemplates.all;
  }

  get prompts(): readonly PromptDefinition[] {
    return this.lists.prompts.all;
  }

  findTool(name: string): ToolDefinition | undefined {
    return this.lists.tools.get(name);
  }

  findPrompt(name: string): PromptDefinition | undefined {
    return this.lists.prompts.get(name);
  }

  findTemplate(text: string): ResourceTemplateDefinition | undefined {
    return this.lists.resourceTemplates.get(text);
  }

  findFixedResource(uri: string): ResourceDefinition | undefined {
    return this.lists.resources.get(normaliseUri(uri));
  }

  findResources(uri: string): Iterable<ResourceMatch> {
    this.templatesBySpecificity ??= sortBySpecificity(this.resourceTemplates);
    return matchResources(this.findFixedResource(uri), this.templatesBySpecificity, uri);
  }

  findCompletion(target: CompletionTarget): CompletionDefinition | undefined {
    return this.completers.find(target);
  }

  /** How many there are in a list. */
  count(list: ListName): number {
    return this.lists[list].size;
  }

  /**
   * Adds what must not be there yet: all of it, or nothing.
   *
   * @throws McpConfigurationError when a key is taken, naming both places, or when a completer
   * completes nothing
   */
  add(definitions: Partial<DefinitionSet>): void {
    const set = sealed({ ...NOTHING, ...definitions });
    for (const list of LIST_NAMES) this.requireFree(list, set[list]);
    this.requireCompletable(set);
    for (const list of LIST_NAMES) this.put(list, set[list]);
    for (const completion of set.completions) this.completers.set(completion);
    if (Object.values(set).some(({ length }) => length > 0)) this.changed();
  }

  /**
   * Adds definitions to a list: all of them, or none. One whose key is taken replaces what has it,
   * completers included.
   *
   * @param completions completers of these definitions
   * @throws McpConfigurationError for what cannot be listed
   */
  replace<List extends ListName>(
    list: List,
    definitions: readonly Definitions[List][],
    completions: readonly CompletionDefinition[] = [],
  ): void {
    if (definitions.length === 0) return;
    const { keyOf } = DEFINITION_KINDS[list];
    const replacing = definitions.map(sealDefinition);
    for (const definition of replacing) this.completers.deleteOf(list, keyOf(definition));
    this.put(list, replacing);
    for (const completion of completions) this.completers.set(completion);
    this.changed();
  }

  /**
   * Removes definitions with their completers.
   *
   * @returns the keys that were there
   */
  remove(list: ListName, keys: readonly string[]): readonly string[] {
    const { keyFrom } = DEFINITION_KINDS[list];
    const removed = keys.map(keyFrom).filter((key) => this.lists[list].delete(key));
    for (const key of removed) this.completers.deleteOf(list, key);
    if (removed.length > 0) this.changed();
    return removed;
  }

  private put<List extends ListName>(list: List, definitions: readonly Definitions[List][]): void {
    for (const definition of definitions) this.lists[list].set(definition);
  }

  private changed(): void {
    this.changeCount++;
    this.templatesBySpecificity = undefined;
  }

  private requireFree<List extends ListName>(
    list: List,
    definitions: readonly Definitions[List][],
  ): void {
    const { noun, keyOf } = DEFINITION_KINDS[list];
    const earlier = new Map<string, Definitions[List]>();
    for (const definition of definitions) {
      const key = keyOf(definition);
      const taken = this.lists[list].get(key) ?? earlier.get(key);
      if (taken !== undefined) throw declaredTwice(`The ${noun} "${key}"`, taken, definition);
      earlier.set(key, definition);
    }
  }

  private requireCompletable(set: DefinitionSet): void {
    const known = {
      findTool: (name: string) => find('tools', set, name) ?? this.findTool(name),
      findPrompt: (name: string) => find('prompts', set, name) ?? this.findPrompt(name),
      findTemplate: (text: string) =>
        find('resourceTemplates', set, text) ?? this.findTemplate(text),
    };
    const earlier = new Completers();
    for (const completion of set.completions) {
      const { target, handler } = completion;
      if (!isCompletable(known, target)) {
        throw new McpConfigurationError(
          `@McpCompletion() on ${handler.place} completes ${describeTarget(target)}, which does not exist. ` +
            'Write names as clients see them (`complaint_reply` for complaintReply()), and templates as ' +
            'they are in @McpResource(), of the same server.',
        );
      }
      const taken = this.findCompletion(target) ?? earlier.find(target);
      if (taken !== undefined) {
        throw declaredTwice(`A completer of ${describeTarget(target)}`, taken, completion);
      }
      earlier.set(completion);
    }
  }
}

const LIST_NAMES = Object.keys(DEFINITION_KINDS) as readonly ListName[];

const NOTHING: DefinitionSet = {
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  completions: [],
};

const sealed = (set: DefinitionSet): DefinitionSet => ({
  tools: set.tools.map(sealDefinition),
  resources: set.resources.map(sealDefinition),
  resourceTemplates: set.resourceTemplates.map(sealDefinition),
  prompts: set.prompts.map(sealDefinition),
  completions: set.completions,
});

function find<List extends ListName>(
  list: List,
  set: DefinitionLists,
  key: string,
): Definitions[List] | undefined {
  const { keyOf } = DEFINITION_KINDS[list];
  return set[list].find((one) => keyOf(one) === key);
}

interface Placed {
  readonly handler: { readonly place: string };
}

const declaredTwice = (what: string, first: Placed, second: Placed): McpConfigurationError =>
  new McpConfigurationError(
    `${what} is declared twice: by ${first.handler.place} and by ${second.handler.place}. ` +
      'Rename one; if it is one class listed in the `providers` of two modules, provide it in one and export it.',
  );
