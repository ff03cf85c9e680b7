import type { ModuleRef } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { CatalogueChange } from './catalogue-change.interface.js';
import { CatalogueStore } from './catalogue-store.js';
import { keysOf } from './definition-kinds.js';
import type { Discovery } from './discovery/discovery.js';
import type { ComponentRules } from './mcp-components.js';
import { McpComponents } from './mcp-components.js';

/** Adds what decorators declare to the catalogue, and says what it was. */
export type DecoratedSource = Pick<Discovery, 'scan' | 'scanAll'>;

/** What a registry is made of. */
export interface RegistryParts extends ComponentRules {
  readonly catalogue?: CatalogueStore;
  /** Absent without an application: there is nothing to scan. */
  readonly discovery?: DecoratedSource;
}

/**
 * What one server offers, and the way to change it while the application runs. Nothing that is under
 * way is disturbed: a call that runs goes on, sessions and listens stay open. Clients are told with
 * `notifications/<list>/list_changed`, once for what is changed in one go.
 *
 * @publicApi
 */
export class McpRegistry extends McpComponents {
  private readonly discovery: DecoratedSource | undefined;
  private readonly changes = new Subject<CatalogueChange>();

  /** @internal made by the module */
  constructor({ catalogue = new CatalogueStore(), discovery, ...rules }: RegistryParts = {}) {
    super(catalogue, rules);
    this.discovery = discovery;
  }

  /**
   * Changes of the catalogue while the application runs, told once they have taken effect: those of
   * calls that overlap when the last of them is done.
   */
  get changes$(): Observable<CatalogueChange> {
    return this.changes.asObservable();
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

  protected changed(change: CatalogueChange): void {
    this.changes.next(change);
  }
}
