import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type {
  CompletionDefinition,
  CompletionTarget,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import type { RuntimeTool } from './runtime-tool.interface.js';
import { defineRuntimeTools } from './define-runtime-tools.js';
import { compareTemplates } from './uri-template/compare-templates.js';
import { normaliseUri } from './uri-template/normalise-uri.js';
import type { UriMatch } from './uri-template/uri-match.interface.js';

/** What serves one URI. */
export type ResourceMatch =
  | { readonly resource: ResourceDefinition }
  | { readonly template: ResourceTemplateDefinition; readonly match: UriMatch };

/**
 * Something was added to or removed from the catalogue while the application runs.
 *
 * @publicApi
 */
export interface CatalogueChange {
  readonly kind: 'tools';
  readonly action: 'registered' | 'unregistered';
  readonly names: readonly string[];
  /** How many there are now. */
  readonly count: number;
}

/**
 * Options of {@link McpRegistry.registerTools}.
 *
 * @publicApi
 */
export interface RegisterOptions {
  /**
   * The tools follow a live source. They are left out of the boot check for sensitive tools, but not
   * of the check at every call.
   */
  readonly derived?: boolean;
}

/**
 * The catalogue of one server: everything it offers, by name. Names come from clients too, so all
 * look-ups go through Maps.
 *
 * @publicApi
 */
export class McpRegistry {
  private readonly toolsByName = new Map<string, ToolDefinition>();
  /** By the normal form of the URI. */
  private readonly resourcesByUri = new Map<string, ResourceDefinition>();
  private readonly templatesByText = new Map<string, ResourceTemplateDefinition>();
  private readonly promptsByName = new Map<string, PromptDefinition>();
  private readonly completions = new Map<string, CompletionDefinition>();
  private templatesBySpecificity: readonly ResourceTemplateDefinition[] = [];
  private readonly derivedTools = new Set<string>();
  private readonly changes = new Subject<CatalogueChange>();
  private changeCount = 0;
  /** Settles when every registration so far is done. */
  private registering: Promise<void> = Promise.resolve();

  /** Grows with every change, so that what was made of the catalogue can be kept until then. */
  get version(): number {
    return this.changeCount;
  }

  /** Changes of the catalogue after boot. */
  get changes$(): Observable<CatalogueChange> {
    return this.changes.asObservable();
  }

  /** Tools that are not derived from a live source: those a boot check must judge. */
  get staticTools(): readonly ToolDefinition[] {
    return this.tools.filter(({ name }) => !this.derivedTools.has(name));
  }

  /** Tools, sorted by name. */
  get tools(): readonly ToolDefinition[] {
    return sortedBy(this.toolsByName.values(), ({ name }) => name);
  }

  /** Resources with a fixed URI, sorted by name, then URI. */
  get resources(): readonly ResourceDefinition[] {
    return sortedBy(this.resourcesByUri.values(), ({ name, uri }) => `${name}\0${uri}`);
  }

  /** Resource templates, sorted by name, then template. */
  get resourceTemplates(): readonly ResourceTemplateDefinition[] {
    return sortedBy(
      this.templatesByText.values(),
      ({ name, template }) => `${name}\0${template.template}`,
    );
  }

  /** Prompts, sorted by name. */
  get prompts(): readonly PromptDefinition[] {
    return sortedBy(this.promptsByName.values(), ({ name }) => name);
  }

  findTool(name: string): ToolDefinition | undefined {
    return this.toolsByName.get(name);
  }

  findPrompt(name: string): PromptDefinition | undefined {
    return this.promptsByName.get(name);
  }

  /** The template of exactly this text. */
  findTemplate(text: string): ResourceTemplateDefinition | undefined {
    return this.templatesByText.get(text);
  }

  /** What serves this URI first; see {@link findResources}. */
  findResource(uri: string): ResourceMatch | undefined {
    const [first] = this.findResources(uri);
    return first;
  }

  /**
   * Everything that could serve this URI, in the order in which it is tried: the fixed resource, then
   * the most specific template first. A match that cannot be read counts only if nothing else matches.
   */
  *findResources(uri: string): Generator<ResourceMatch, void> {
    const resource = this.resourcesByUri.get(normaliseUri(uri));
    if (resource !== undefined) yield { resource };
    let isServed = resource !== undefined;
    let unreadable: ResourceMatch | undefined;
    for (const template of this.templatesBySpecificity) {
      const match = template.template.match(uri, template);
      if (match?.kind === 'match') {
        isServed = true;
        yield { template, match };
      } else if (match !== undefined) unreadable ??= { template, match };
    }
    if (!isServed && unreadable !== undefined) yield unreadable;
  }

  findCompletion(target: CompletionTarget): CompletionDefinition | undefined {
    return this.completions.get(completionKey(target));
  }

  /**
   * Adds tools while the application runs; one of a known name replaces it. All are checked before
   * the first is added. Calls that overlap take effect in the order they were made.
   *
   * @throws McpConfigurationError naming the position, the tool and the remedy
   */
  registerTools(
    tools: readonly RuntimeTool[],
    { derived = false }: RegisterOptions = {},
  ): Promise<void> {
    const given = [...tools];
    const registration = this.registering.then(async () =>
      this.replaceTools(await defineRuntimeTools(given), derived),
    );
    this.registering = registration.catch(() => undefined);
    return registration;
  }

  private replaceTools(definitions: readonly ToolDefinition[], derived: boolean): void {
    for (const tool of definitions) {
      this.toolsByName.set(tool.name, tool);
      if (derived) this.derivedTools.add(tool.name);
      else this.derivedTools.delete(tool.name);
    }
    this.changed(
      'registered',
      definitions.map(({ name }) => name),
    );
  }

  /** Removes tools; unknown names are fine. */
  unregisterTools(names: readonly string[]): void {
    const removed = names.filter((name) => this.toolsByName.delete(name));
    for (const name of removed) this.derivedTools.delete(name);
    this.changed('unregistered', removed);
  }

  private changed(action: CatalogueChange['action'], names: readonly string[]): void {
    if (names.length === 0) return;
    this.changeCount++;
    this.changes.next({ kind: 'tools', action, names, count: this.toolsByName.size });
  }

  /** @throws McpConfigurationError when the name is taken, naming both places; so do the others. */
  addTool(tool: ToolDefinition): void {
    add(this.toolsByName, tool.name, tool, `The tool "${tool.name}"`);
  }

  addResource(resource: ResourceDefinition): void {
    add(
      this.resourcesByUri,
      normaliseUri(resource.uri),
      resource,
      `The resource "${resource.uri}"`,
    );
  }

  addResourceTemplate(definition: ResourceTemplateDefinition): void {
    const text = definition.template.template;
    add(this.templatesByText, text, definition, `The resource template "${text}"`);
    this.templatesBySpecificity = [...this.templatesByText.values()].toSorted((a, b) =>
      compareTemplates(a.template, b.template),
    );
  }

  addPrompt(prompt: PromptDefinition): void {
    add(this.promptsByName, prompt.name, prompt, `The prompt "${prompt.name}"`);
  }

  /** @throws McpConfigurationError also when there is nothing to complete */
  addCompletion(completion: CompletionDefinition): void {
    const { target, handler } = completion;
    const key = completionKey(target);
    if (!this.isCompletable(target)) {
      throw new McpConfigurationError(
        `@McpCompletion() on ${handler.place} completes ${describeTarget(target)}, which does not exist`,
      );
    }
    add(this.completions, key, completion, `A completer of ${describeTarget(target)}`);
  }

  private isCompletable(target: CompletionTarget): boolean {
    const { argument } = target;
    if (target.type === 'ref/resource') {
      return this.findTemplate(target.uri)?.template.variables.includes(argument) ?? false;
    }
    if (target.type === 'ref/prompt') {
      const prompt = this.findPrompt(target.name);
      return prompt?.arguments.some(({ name }) => name === argument) ?? false;
    }
    return hasProperty(this.findTool(target.name)?.input.json.properties, argument);
  }
}

function add<T extends { readonly handler: { readonly place: string } }>(
  map: Map<string, T>,
  key: string,
  definition: T,
  what: string,
): void {
  const taken = map.get(key);
  if (taken !== undefined) {
    throw new McpConfigurationError(
      `${what} is declared twice: by ${taken.handler.place} and by ${definition.handler.place}. ` +
        'Rename one; if it is one class listed in the `providers` of two modules, provide it in one and export it.',
    );
  }
  map.set(key, definition);
}

const completionKey = (target: CompletionTarget): string =>
  JSON.stringify([target.type, 'uri' in target ? target.uri : target.name, target.argument]);

const describeTarget = (target: CompletionTarget): string =>
  'uri' in target
    ? `variable "${target.argument}" of the resource template "${target.uri}"`
    : `argument "${target.argument}" of the ${target.type.slice('ref/'.length)} "${target.name}"`;

const hasProperty = (properties: unknown, name: string): boolean =>
  typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);

/** By code units, so that every process lists in the same order. */
function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): readonly T[] {
  return [...items].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
