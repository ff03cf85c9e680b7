import type { McpTags } from '../../protocol/mcp-tags.js';
import { NO_TAGS, withTags } from '../../protocol/mcp-tags.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpOptions } from './http-options.interface.js';

/**
 * Reads the application's tags off HTTP requests. For a session that is the one that opens it, so that
 * no later request can move it to another tenant.
 */
export class RequestTags {
  /** What contexts carry; absent where the application gives no tags. */
  readonly tagsOf: ((request: object) => McpTags) | undefined;

  constructor(read: HttpOptions['tags']) {
    this.tagsOf = read && ((request) => withTags(NO_TAGS, read(request as never)));
  }

  /**
   * The tags of whoever sent a request.
   *
   * @throws what the application throws; TypeError for what are no tags
   */
  of(exchange: Pick<HttpExchange, 'host'>): McpTags {
    return this.tagsOf?.(exchange.host.request) ?? NO_TAGS;
  }
}
