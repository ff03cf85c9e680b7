import type { JsonObject } from './json.js';
import type { Icon } from './implementation.interface.js';

/**
 * Who content is for and how much it matters.
 *
 * @publicApi
 */
export interface Annotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 to 1. */
  readonly priority?: number;
  /** ISO 8601 (2025-06-18 and later). */
  readonly lastModified?: string;
}

interface ContentBase {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Text. */
export interface TextContent extends ContentBase {
  readonly type: 'text';
  readonly text: string;
}

/** An image. */
export interface ImageContent extends ContentBase {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** Audio (2025-03-26 and later). */
export interface AudioContent extends ContentBase {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of one resource; `text` or `blob` (base64), never both. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

/** A resource that comes along. */
export interface EmbeddedResource extends ContentBase {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** A resource that can be read, which need not be listed (2025-06-18 and later). */
export interface ResourceLink extends ContentBase {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes, before any encoding. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
}

/**
 * One block of a tool result or prompt message.
 *
 * @publicApi
 */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/**
 * The result of `tools/call` as it goes over the wire.
 *
 * @publicApi
 */
export interface CallToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/**
 * One message of a prompt.
 *
 * @publicApi
 */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/**
 * The result of `prompts/get` as it goes over the wire.
 *
 * @publicApi
 */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}

/**
 * The result of `resources/read` as it goes over the wire.
 *
 * @publicApi
 */
export interface ReadResourceResult {
  readonly contents: readonly ResourceContents[];
  /** Of these contents alone, over what is configured (2026-07-28, Caching); so is the next. */
  readonly ttlMs?: number;
  readonly cacheScope?: 'public' | 'private';
  readonly _meta?: JsonObject;
}
