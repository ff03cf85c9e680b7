import type { SubscriptionFilter } from '@modelcontextprotocol/client';
import { deferred } from '../../src/protocol/deferred.js';
import type { Message, SurfaceLink } from './surface-link.interface.js';

const METHODS = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
] as const;

/** What the official client hears of changes. */
export interface Heard {
  /** Each change once, in order, as it comes: its method, and the URI if it has one. */
  next(): Promise<string>;
  /** Hears no more. */
  stop(): Promise<void>;
}

/**
 * Has the official client told of changes, as its era does: up to 2025-11-25 it is told of lists
 * without asking and subscribes to resources, in 2026-07-28 it listens.
 */
export async function hearChanges(
  { client, era }: SurfaceLink,
  filter: SubscriptionFilter,
): Promise<Heard> {
  const heard: string[] = [];
  let news = deferred<void>();
  for (const method of METHODS) {
    client.setNotificationHandler(method, ({ params }: { params?: Message }) => {
      heard.push([method.replace('notifications/', ''), params?.uri].filter(Boolean).join(' '));
      news.resolve();
      news = deferred();
    });
  }
  const uris = filter.resourceSubscriptions ?? [];
  const listen = era === 'modern' ? await client.listen(filter) : undefined;
  if (era === 'legacy') for (const uri of uris) await client.subscribeResource({ uri });
  let given = 0;
  return {
    next: async () => {
      while (given >= heard.length) await news.promise;
      return String(heard[given++]);
    },
    stop: async () => {
      await listen?.close();
      if (era === 'legacy') for (const uri of uris) await client.unsubscribeResource({ uri });
      for (const method of METHODS) client.removeNotificationHandler(method);
    },
  };
}
