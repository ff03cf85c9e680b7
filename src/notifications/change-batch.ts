import type { McpChange } from './mcp-change.js';
import type { RecipientSelector } from './recipient-selector.js';

/**
 * Gathers changes that are made in one go, so that each is told once to the same recipients, in the
 * order of first mention.
 */
export class ChangeBatch {
  private pending = new Map<string, McpChange>();
  private predicates = new Map<unknown, number>();

  /** @param flush called in a microtask after the first change, with each change once */
  constructor(private readonly flush: (changes: Iterable<McpChange>) => void) {}

  add(change: McpChange): void {
    if (this.pending.size === 0) queueMicrotask(() => this.release());
    const key = this.keyOf(change);
    if (!this.pending.has(key)) this.pending.set(key, change);
  }

  private release(): void {
    const changes = this.pending;
    this.pending = new Map();
    this.predicates = new Map();
    this.flush(changes.values());
  }

  private keyOf(change: McpChange): string {
    const subject = change.type === 'list_changed' ? `list ${change.list}` : `uri ${change.uri}`;
    return change.where === undefined ? subject : `${this.nameOf(change.where)} ${subject}`;
  }

  /** Tags are the same if they say the same, functions if they are the same. */
  private nameOf(where: RecipientSelector): string {
    if (typeof where !== 'function') return JSON.stringify(Object.entries(where).toSorted());
    const number = this.predicates.get(where) ?? this.predicates.size;
    this.predicates.set(where, number);
    return `function ${number}`;
  }
}
