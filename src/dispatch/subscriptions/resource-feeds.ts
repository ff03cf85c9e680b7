import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import { Subscription } from 'rxjs';
import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { FeedMatch, FeedRegistry } from '../../registry/feeds/feed-registry.js';
import type { ResourceWatcher } from './resource-watcher.interface.js';

/** Subscribes to the feeds of resources while somebody cares, and publishes what they say. */
export class ResourceFeeds implements ResourceWatcher {
  private readonly open = new Map<string, Subscription>();

  constructor(
    private readonly feeds: FeedRegistry,
    private readonly bus: Pick<McpNotificationBus, 'resourceUpdated'>,
    private readonly logger: Logger,
  ) {}

  /** Resources whose feeds are open; zero at rest. */
  get size(): number {
    return this.open.size;
  }

  attached(uri: string): Promise<void> | void {
    const matches = this.feeds.find(uri);
    if (matches.length === 0) return undefined;
    const subscription = new Subscription();
    this.open.set(uri, subscription);
    return Promise.all(matches.map((match) => this.join(match, uri, subscription))).then(
      () => undefined,
    );
  }

  detached(uri: string): void {
    const subscription = this.open.get(uri);
    this.open.delete(uri);
    subscription?.unsubscribe();
  }

  /** Never rejects, so that one feed does not spoil another. */
  private async join(
    { feed, variables }: FeedMatch,
    uri: string,
    subscription: Subscription,
  ): Promise<void> {
    const failed = (thrown: unknown) =>
      this.logger.error(`${feed.place} feeds ${uri} no more: ${inspect(thrown)}`);
    try {
      const values$ = await feed.open(variables);
      const joined = values$?.subscribe({
        next: () => this.bus.resourceUpdated(uri),
        error: failed,
        complete: () => this.logger.debug(`${feed.place} feeds ${uri} no more: it completed`),
      });
      subscription.add(joined);
    } catch (thrown) {
      failed(thrown);
    }
  }
}
