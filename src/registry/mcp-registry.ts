import type { ModuleRef } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { CatalogueChange } from './catalogue-change.interface.js';
import { CatalogueStore } from './catalogue-store.js';
import { DEFINITION_KINDS, keysOf } from './definition-kinds.js';
import type {
  PromptDescription,
  ResourceDescription,
  ResourceTemplateDescription,
  ToolDescription,
} from './definition-descriptions.interface.js';
import type { ListName } from './definitions.interface.js';
import {
  describePrompt,
  describeResource,
  describeResourceTemplate,
  describeTool,
} from './describe-definitions.js';
import type { Discovery } from './discovery/discovery.js';
import type { RegisterOptions } from './runtime/register-options.interface.js';
import type { RuntimeRules } from './runtime/define-runtime.js';
import { defineRuntime } from './runtime/define-runtime.js';
import type { RuntimeOf } from './runtime/runtime-kinds.js';
import type { RuntimePrompt } from './runtime/runtime-prompt.interface.js';
import type { RuntimeResourceTemplate } from './runtime/runtime-resource-template.interface.js';
import type { RuntimeResource } from './runtime/runtime-resource.interface.js';
import type { RuntimeTool } from './runtime/runtime-tool.interface.js';
import { TaskQueue } from './task-queue.js';

/** Adds what decorators declare to the catalogue, and says what it was. */
export type DecoratedSource = Pick<Discovery, 'scan' | 'scanAll'>;

/** What a registry is made of. */
export interface RegistryParts {
  readonly catalogue?: CatalogueStore;
  /** Absent without an application: there is nothing to scan. */
  readonly discovery?: DecoratedSource;
  /** True where a hook of the application serves those of the list that have no handler. */
  readonly hasFallback?: RuntimeRules['hasFallback'];
}

/**
 * What one server offers, and the way to change it while the application runs.
 *
 * What is registered is a function instead of a decorated method, and no enhancers of Nest run around
 * it; the policy decides as always. Calls that overlap take effect in the order they were made.
 * Nothing that is under way is disturbed: a call that runs goes on, sessions and listens stay open.
 * Clients are told with `notifications/<list>/list_changed`, once for what is changed in one go.
 *
 * @publicApi
 */
export class McpRegistry {
  /** @internal what the parts of the server read */
  readonly catalogue: CatalogueStore;
  private readonly discovery: DecoratedSource | undefined;
  private readonly hasFallback: RuntimeRules['hasFallback'];
  private readonly queue = new TaskQueue();
  private readonly changes = new Subject<CatalogueChange>();
  private untold: CatalogueChange[] = [];

  /** @internal made by the module */
  constructor({ catalogue = new CatalogueStore(), discovery, hasFallback }: RegistryParts = {}) {
    this.catalogue = catalogue;
    this.discovery = discovery;
    this.hasFallback = hasFallback;
  }

  /**
   * Changes of the catalogue while the application runs, told once they have taken effect: those of
   * calls that overlap when the last of them is done.
   */
  get changes$(): Observable<CatalogueChange> {
    return this.changes.asObservable();
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

  /**
   * Adds what a module declares with decorators that was loaded after boot, such as by Nest's
   * `LazyModuleLoader`, and what modules declare that it brought along. Guards, interceptors, pipes
   * and request scope work as for any other. What was scanned before is not scanned again.
   *
   * @param moduleRef of the module, which is what `LazyModuleLoader.load()` gives
   * @throws McpConfigurationError naming class and method of the first mistake, or both places of a
   * name that is taken; nothing is added then
   */
  scan(moduleRef: ModuleRef): Promise<void> {
    return this.inTurn(async () => {
      if (this.discovery === undefined) {
        throw new McpConfigurationError('scan() needs an application with McpModule');
      }
      this.note('registered', keysOf(await this.discovery.scan(moduleRef)));
    });
  }

  /** @internal Adds what the application declares with decorators, at boot. */
  load(): Promise<void> {
    return this.inTurn(async () => {
      await this.discovery?.scanAll();
    });
  }

  private register<List extends ListName>(
    list: List,
    given: readonly RuntimeOf[List][],
    { derived }: RegisterOptions = {},
  ): Promise<void> {
    const rules = { derived, hasFallback: this.hasFallback };
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

  private inTurn(task: () => Promise<void>): Promise<void> {
    return this.queue.run(async () => {
      try {
        await task();
      } finally {
        this.tell();
      }
    });
  }

  private note(
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
    for (const change of told) this.changes.next(change);
  }
}
