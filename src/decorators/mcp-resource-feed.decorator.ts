import type { SchemaSource } from '../schema/schema-source.js';
import type { ParsedValue } from '../schema/schema-value.js';
import type { FeedDecorator } from './checked-decorator.js';
import { handlerDecorator } from './handler-decorator.js';
import type { ResourceFeedOptions } from './resource-feed-options.interface.js';

/**
 * Makes a method the feed of a resource, or of a family of them: it gives an Observable, each value of
 * which means that the resource has changed, as `McpNotificationBus.resourceUpdated` says it. The values
 * themselves go to nobody. The feed is subscribed to while at least one client is subscribed to the
 * resource: `resources/subscribe` up to 2025-11-25, `subscriptions/listen` in 2026-07-28.
 *
 * With `uri` the method gets that URI; with `uriTemplate` it gets the variables, validated, as the method
 * of the resource does. It serves all clients at once, so there is no `McpContext`, no guard and no
 * request, and its class cannot be request-scoped.
 *
 * An Observable that fails or completes is logged; the next one is asked for once every client has gone
 * and another one comes.
 *
 * @example
 * ```ts
 * @McpResourceFeed({ uriTemplate: 'shop://stock/{isbn}' })
 * sales({ isbn }: StockUriDto): Observable<unknown> { return this.warehouse.salesOf(isbn); }
 * ```
 * @publicApi
 */
export function McpResourceFeed<Input extends SchemaSource = SchemaSource>(
  options: ResourceFeedOptions<Input>,
): FeedDecorator<ParsedValue<Input>> {
  return handlerDecorator('McpResourceFeed', 'feed', options);
}
