import type { Catalogue, ResourceMatch } from './catalogue.interface.js';
import { COMPLETED_LISTS, completedKey } from './completion-targets.js';
import { DEFINITION_KINDS, sortDefinitions } from './definition-kinds.js';
import type {
  CompletionDefinition,
  CompletionTarget,
  DefinitionLists,
  Definitions,
  ListName,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import { matchResources, sortBySpecificity } from './match-resources.js';

/** What was merged, for as long as neither side changes. */
interface Merged {
  readonly version: number;
  readonly lists: { -readonly [List in ListName]?: readonly Definitions[List][] };
  templatesBySpecificity?: readonly ResourceTemplateDefinition[];
}

/**
 * One catalogue laid over another. What is in both is that of the upper one, with its completers.
 * Neither is copied: a change of either shows at once. Without anything in the upper one, use the base.
 */
export class OverlayCatalogue implements Catalogue {
  private merged: Merged = { version: -1, lists: {} };

  constructor(
    private readonly base: Catalogue,
    private readonly own: Catalogue,
  ) {}

  /** Both only grow, so their sum tells every change. */
  get version(): number {
    return this.base.version + this.own.version;
  }

  get tools(): readonly ToolDefinition[] {
    return this.list('tools');
  }

  get resources(): readonly ResourceDefinition[] {
    return this.list('resources');
  }

  get resourceTemplates(): readonly ResourceTemplateDefinition[] {
    return this.list('resourceTemplates');
  }

  get prompts(): readonly PromptDefinition[] {
    return this.list('prompts');
  }

  findTool(name: string): ToolDefinition | undefined {
    return this.own.findTool(name) ?? this.base.findTool(name);
  }

  findPrompt(name: string): PromptDefinition | undefined {
    return this.own.findPrompt(name) ?? this.base.findPrompt(name);
  }

  findTemplate(text: string): ResourceTemplateDefinition | undefined {
    return this.own.findTemplate(text) ?? this.base.findTemplate(text);
  }

  findFixedResource(uri: string): ResourceDefinition | undefined {
    return this.own.findFixedResource(uri) ?? this.base.findFixedResource(uri);
  }

  findResources(uri: string): Iterable<ResourceMatch> {
    return matchResources(this.findFixedResource(uri), this.templatesBySpecificity, uri);
  }

  findCompletion(target: CompletionTarget): CompletionDefinition | undefined {
    const owner = this.owns(target) ? this.own : this.base;
    return owner.findCompletion(target);
  }

  private owns(target: CompletionTarget): boolean {
    const key = completedKey(target);
    switch (COMPLETED_LISTS[target.type]) {
      case 'tools':
        return this.own.findTool(key) !== undefined;
      case 'prompts':
        return this.own.findPrompt(key) !== undefined;
      case 'resourceTemplates':
        return this.own.findTemplate(key) !== undefined;
    }
  }

  private get templatesBySpecificity(): readonly ResourceTemplateDefinition[] {
    const merged = this.current();
    return (merged.templatesBySpecificity ??= sortBySpecificity(this.resourceTemplates));
  }

  private list<List extends ListName>(list: List): readonly Definitions[List][] {
    const { lists } = this.current() as {
      readonly lists: Partial<Record<List, readonly Definitions[List][]>>;
    };
    return (lists[list] ??= this.merge(list));
  }

  private merge<List extends ListName>(list: List): readonly Definitions[List][] {
    const { keyOf } = DEFINITION_KINDS[list];
    const below = definitionsOf(this.base, list);
    const own = definitionsOf(this.own, list);
    const hidden = new Set(own.map(keyOf));
    return sortDefinitions(list, [...below.filter((one) => !hidden.has(keyOf(one))), ...own]);
  }

  private current(): Merged {
    const { version } = this;
    if (this.merged.version !== version) this.merged = { version, lists: {} };
    return this.merged;
  }
}

const definitionsOf = <List extends ListName>(
  lists: DefinitionLists,
  list: List,
): readonly Definitions[List][] => lists[list];
