import type { CanActivate, Type } from '@nestjs/common';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import type { McpTags } from '../../protocol/mcp-tags.js';

/**
 * The `http` option.
 *
 * @publicApi
 */
export interface HttpOptions {
  /** Path of the endpoint below the global prefix; default `mcp`. */
  readonly path?: string;

  /** Decorators put on the endpoint's controller, such as `Public()` or `SkipThrottle()`. */
  readonly decorators?: readonly ClassDecorator[];

  /** Guards of the endpoint, besides the application's global ones. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];

  /** Where clients reach the server from outside, behind a proxy: `https://shop.example/mcp`. */
  readonly publicUrl?: string;

  /** Origins of browser pages that may call; the server's own is always allowed. */
  readonly allowedOrigins?: readonly string[];

  /** `Host` names to answer to; by default any, or only loopback names on a loopback socket. */
  readonly allowedHosts?: readonly string[];

  /**
   * What tells clients apart when something is said to some of them, such as a tenant: an object of
   * strings, in which `undefined` is left out. Read off the HTTP request that opens a session, and off
   * each request of 2026-07-28, behind guards. Default: none.
   */
  readonly tags?: (request: never) => Partial<McpTags>;

  /**
   * What middleware and guards know of a request, such as its tenant, put into `ctx.state` of its session
   * key by key with every request, before any hook and handler. The newest wins. Default: nothing.
   */
  readonly sessionState?: (request: never) => object;

  /**
   * Serves the HTTP+SSE transport of 2024-11-05 as well, on two paths more; `true` for their defaults.
   * Default: not served.
   *
   * @deprecated since 2025-03-26; may go with the next revision. Use Streamable HTTP, which is always
   *   served beside it.
   */
  readonly legacySse?: boolean | LegacySseOptions;
}

/**
 * Where the HTTP+SSE transport of 2024-11-05 is served.
 *
 * @deprecated since 2025-03-26; may go with the next revision. Use Streamable HTTP, which is always
 *   served beside it.
 * @publicApi
 */
export interface LegacySseOptions {
  /** Path of the event stream below the global prefix; default `sse`. */
  readonly path?: string;

  /** Path below the global prefix that messages are posted to; default `messages`. */
  readonly messagesPath?: string;
}

/** Bounds of the HTTP transport. */
export interface HttpLimits extends BatchLimits {
  /** Bytes of a request body; 413 past it. */
  readonly bodyLimit: number;
  /** Nesting of the JSON in a body. */
  readonly maxJsonDepth: number;
  /** Milliseconds between comments on an open stream. */
  readonly keepAliveMs: number;
}
