import type { McpNotificationBus } from './mcp-notification-bus.js';

/** Lists whose changes are announced. */
export type AnnouncedList = 'tools' | 'resources' | 'prompts';

/** Tells everybody who listens that a list changed: once for all changes that are made in one go. */
export class ListChangeNotices {
  private readonly pending = new Set<AnnouncedList>();

  constructor(private readonly bus: McpNotificationBus) {}

  changed(list: AnnouncedList): void {
    if (this.pending.has(list)) return;
    this.pending.add(list);
    queueMicrotask(() => {
      this.pending.delete(list);
      this.bus.broadcast({
        jsonrpc: '2.0',
        method: `notifications/${list}/list_changed`,
        params: {},
      });
    });
  }
}
