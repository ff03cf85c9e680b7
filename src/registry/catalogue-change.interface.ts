import type { ListName } from './definitions.interface.js';

/**
 * Something was added to or removed from the catalogue while the application runs.
 *
 * @publicApi
 */
export interface CatalogueChange {
  readonly kind: ListName;
  /** What replaces something is registered, even if it looks the same. */
  readonly action: 'registered' | 'unregistered';
  /** Names of tools and prompts, URIs of resources, the templates of resource templates. */
  readonly names: readonly string[];
  /** How many of the kind there are now. */
  readonly count: number;
}
