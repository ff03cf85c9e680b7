import { DEFINITION_KINDS } from './definition-kinds.js';
import type {
  PromptDescription,
  ResourceDescription,
  ResourceTemplateDescription,
  ToolDescription,
} from './definition-descriptions.interface.js';
import type { CatalogueChange } from './catalogue-change.interface.js';
import type { CatalogueStore } from './catalogue-store.js';
import type { ListName } from './definitions.interface.js';
import {
  describePrompt,
  describeResource,
  describeResourceTemplate,
  describeTool,
} from './describe-definitions.js';
import type { RegisterOptions } from './runtime/register-options.interface.js';
import type { RuntimeRules } from './runtime/define-runtime.js';
import { defineRuntime } from './runtime/define-runtime.js';
import type { RuntimeOf } from './runtime/runtime-kinds.js';
import type { RuntimePrompt } from './runtime/runtime-prompt.interface.js';
import type { RuntimeResourceTemplate } from './runtime/runtime-resource-template.interface.js';
import type { RuntimeResource } from './runtime/runtime-resource.interface.js';
import type { RuntimeTool } from './runtime/runtime-tool.interface.js';
import { TaskQueue } from './task-queue.js';

/** What components are registered with. */
export type ComponentRules = Omit<RuntimeRules, 'derived'>;

/**
 * Tools, resources, templates and prompts that can be changed while the application runs: those of the
 * server ({@link McpRegistry}), or those that only one session has (`ctx.components`).
 *
 * What is registered is a function instead of a decorated method, and no enhancers of Nest run around
 * it; the policy decides as always. Calls that overlap take effect in the order they were made.
 *
 * @publicApi
 */
export abstract class McpComponents {
  /** @internal what the parts of the server read */
  readonly catalogue: CatalogueStore;
  /** @internal how others are to be registered that belong to the same server */
  readonly rules: ComponentRules;
  private readonly queue = new TaskQueue();
  private untold: CatalogueChange[] = [];

  /** @internal made by the server */
  constructor(catalogue: CatalogueStore, rules: ComponentRules) {
    this.catalogue = catalogue;
    this.rules = rules;
  }

  /** All tools as they are now, sorted by name. */
  get tools(): readonly ToolDescription[] {
    return this.catalogue.tools.map(describeTool);
  }

  /** All resources with a fixed URI as they are now, sorted by name, then URI. */
  get resources(): readonly ResourceDescription[] {
    return this.catalogue.resources.map(describeResource);
  }

  /** All resource templates as they are now, sorted by name, then template. */
  get resourceTemplates(): readonly ResourceTemplateDescription[] {
    return this.catalogue.resourceTemplates.map(describeResourceTemplate);
  }

  /** All prompts as they are now, sorted by name. */
  get prompts(): readonly PromptDescription[] {
    return this.catalogue.prompts.map(describePrompt);
  }

  /**
   * Adds tools; one of a known name is replaced, its completers included. All are checked before the
   * first is added.
   *
   * @throws McpConfigurationError naming the position, the tool and the remedy; nothing is added then
   */
  registerTools(tools: readonly RuntimeTool[], options?: RegisterOptions): Promise<void> {
    return this.register('tools', tools, options);
  }

  /** The same for resources with a fixed URI, which are known by it. */
  registerResources(
    resources: readonly RuntimeResource[],
    options?: RegisterOptions,
  ): Promise<void> {
    return this.register('resources', resources, options);
  }

  /** The same for resource templates, which are known by the text of `uriTemplate`. */
  registerResourceTemplates(
    templates: readonly RuntimeResourceTemplate[],
    options?: RegisterOptions,
  ): Promise<void> {
    return this.register('resourceTemplates', templates, options);
  }

  /** The same for prompts, which are known by their name. */
  registerPrompts(prompts: readonly RuntimePrompt[], options?: RegisterOptions): Promise<void> {
    return this.register('prompts', prompts, options);
  }

  /**
   * Removes tools with their completers, decorated ones too; unknown names are fine. Takes effect at
   * once, unless an earlier registration is still under way.
   *
   * @returns settles when they are gone
   */
  unregisterTools(names: readonly string[]): Promise<void> {
    return this.unregister('tools', names);
  }

  /** The same for resources with a fixed URI. */
  unregisterResources(uris: readonly string[]): Promise<void> {
    return this.unregister('resources', uris);
  }

  /** The same for resource templates, by the text of `uriTemplate`. */
  unregisterResourceTemplates(uriTemplates: readonly string[]): Promise<void> {
    return this.unregister('resourceTemplates', uriTemplates);
  }

  /** The same for prompts. */
  unregisterPrompts(names: readonly string[]): Promise<void> {
    return this.unregister('prompts', names);
  }

  /** Tells a change to whom it concerns. */
  protected abstract changed(change: CatalogueChange): void;

  private register<List extends ListName>(
    list: List,
    given: readonly RuntimeOf[List][],
    { derived }: RegisterOptions = {},
  ): Promise<void> {
    const rules = { ...this.rules, derived };
    const snapshot = [...given];
    return this.inTurn(async () => {
      const { definitions, completions } = await defineRuntime(list, snapshot, rules);
      this.catalogue.replace(list, definitions, completions);
      this.note('registered', { [list]: definitions.map(DEFINITION_KINDS[list].keyOf) });
    });
  }

  private unregister(list: ListName, keys: readonly string[]): Promise<void> {
    const snapshot = [...keys];
    return this.queue.runAtOnce(() => {
      this.note('unregistered', { [list]: this.catalogue.remove(list, snapshot) });
      this.tell();
    });
  }

  protected inTurn(task: () => Promise<void>): Promise<void> {
    return this.queue.run(async () => {
      try {
        await task();
      } finally {
        this.tell();
      }
    });
  }

  protected note(
    action: CatalogueChange['action'],
    changed: { readonly [List in ListName]?: readonly string[] },
  ): void {
    for (const [kind, names] of Object.entries(changed) as [ListName, readonly string[]][]) {
      if (names.length === 0) continue;
      this.untold.push({ kind, action, names, count: this.catalogue.count(kind) });
    }
  }

  /** Calls that were not awaited are one go, which clients are told of once. */
  private tell(): void {
    if (this.queue.hasWaiting) return;
    const told = this.untold;
    this.untold = [];
    for (const change of told) this.changed(change);
  }
}
