import { COMPLETED_LISTS, completedKey } from './completion-targets.js';
import type { CompletionDefinition, CompletionTarget, ListName } from './definitions.interface.js';

/** Completers by what they belong to, so that they go with it. */
export class Completers {
  private readonly byOwner = new Map<string, Map<string, CompletionDefinition>>();

  find(target: CompletionTarget): CompletionDefinition | undefined {
    return this.byOwner.get(ownerOf(target))?.get(target.argument);
  }

  set(completion: CompletionDefinition): void {
    const { target } = completion;
    const owner = ownerOf(target);
    const known = this.byOwner.get(owner) ?? new Map<string, CompletionDefinition>();
    this.byOwner.set(owner, known.set(target.argument, completion));
  }

  /** Drops all completers of one tool, prompt or template. */
  deleteOf(list: ListName, key: string): void {
    this.byOwner.delete(ownerKey(list, key));
  }
}

const ownerOf = (target: CompletionTarget): string =>
  ownerKey(COMPLETED_LISTS[target.type], completedKey(target));

const ownerKey = (list: ListName, key: string): string => `${list} ${key}`;
