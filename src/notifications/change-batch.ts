import type { McpChange } from './mcp-change.js';

/** Gathers changes that are made in one go, so that each is told once, in the order of first mention. */
export class ChangeBatch {
  private pending = new Map<string, McpChange>();

  /** @param flush called in a microtask after the first change, with each change once */
  constructor(private readonly flush: (changes: Iterable<McpChange>) => void) {}

  add(change: McpChange): void {
    if (this.pending.size === 0) queueMicrotask(() => this.release());
    const key = keyOf(change);
    if (!this.pending.has(key)) this.pending.set(key, change);
  }

  private release(): void {
    const changes = this.pending;
    this.pending = new Map();
    this.flush(changes.values());
  }
}

const keyOf = (change: McpChange): string =>
  change.type === 'list_changed' ? `list ${change.list}` : `uri ${change.uri}`;
