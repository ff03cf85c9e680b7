import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { CatalogueStore } from './catalogue-store.js';
import { defineRuntimeTools } from './define-runtime-tools.js';
import type { ToolDefinition } from './definitions.interface.js';
import type { RuntimeTool } from './runtime-tool.interface.js';

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
 * What one server offers, and the way to change it while the application runs.
 *
 * @publicApi
 */
export class McpRegistry {
  private readonly changes = new Subject<CatalogueChange>();
  /** Settles when every registration so far is done. */
  private registering: Promise<void> = Promise.resolve();

  /** @internal made by the module */
  constructor(
    /** @internal what the parts of the server read */
    readonly catalogue: CatalogueStore = new CatalogueStore(),
  ) {}

  /** Changes of the catalogue after boot. */
  get changes$(): Observable<CatalogueChange> {
    return this.changes.asObservable();
  }

  /** Tools, sorted by name. */
  get tools(): readonly ToolDefinition[] {
    return this.catalogue.tools;
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
      this.replaceTools(await defineRuntimeTools(given, derived)),
    );
    this.registering = registration.catch(() => undefined);
    return registration;
  }

  private replaceTools(definitions: readonly ToolDefinition[]): void {
    this.catalogue.replace('tools', definitions);
    this.changed(
      'registered',
      definitions.map(({ name }) => name),
    );
  }

  /** Removes tools; unknown names are fine. */
  unregisterTools(names: readonly string[]): void {
    this.changed('unregistered', this.catalogue.remove('tools', names));
  }

  private changed(action: CatalogueChange['action'], names: readonly string[]): void {
    if (names.length === 0) return;
    this.changes.next({ kind: 'tools', action, names, count: this.catalogue.count('tools') });
  }
}
