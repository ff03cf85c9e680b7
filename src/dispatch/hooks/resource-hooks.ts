import type { ResourceWatcher } from '../subscriptions/resource-watcher.interface.js';
import type { McpHooks } from './mcp-hooks.interface.js';

/** Tells the application who cares for which resource. */
export class ResourceHooks implements ResourceWatcher {
  constructor(private readonly hooks: () => McpHooks | undefined) {}

  attached(uri: string): void | Promise<void> {
    return this.hooks()?.onResourceAttached?.(uri);
  }

  detached(uri: string): void | Promise<void> {
    return this.hooks()?.onResourceDetached?.(uri);
  }
}
