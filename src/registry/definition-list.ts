import { DEFINITION_KINDS, sortDefinitions } from './definition-kinds.js';
import type { Definitions, ListName } from './definitions.interface.js';

/**
 * The definitions of one list, by key and in order. Keys come from clients too, so look-ups go through
 * a Map. Sorting waits until somebody lists.
 */
export class DefinitionList<List extends ListName> {
  private readonly byKey = new Map<string, Definitions[List]>();
  private sorted: readonly Definitions[List][] | undefined;

  constructor(private readonly list: List) {}

  get size(): number {
    return this.byKey.size;
  }

  /** In order; the next change makes a new one. */
  get all(): readonly Definitions[List][] {
    return (this.sorted ??= sortDefinitions(this.list, this.byKey.values()));
  }

  get(key: string): Definitions[List] | undefined {
    return this.byKey.get(key);
  }

  /** Adds a definition, or replaces the one that has its key. */
  set(definition: Definitions[List]): void {
    this.byKey.set(DEFINITION_KINDS[this.list].keyOf(definition), definition);
    this.sorted = undefined;
  }

  /** @returns whether there was one */
  delete(key: string): boolean {
    const isKnown = this.byKey.delete(key);
    if (isKnown) this.sorted = undefined;
    return isKnown;
  }
}
