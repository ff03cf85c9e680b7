import type { Annotations } from '../../../protocol/content.interface.js';
import type { Icon } from '../../../protocol/implementation.interface.js';
import type { JsonObject } from '../../../protocol/json.js';

/**
 * What may stand beside any content.
 *
 * @publicApi
 */
export interface ContentOptions {
  /** Who it is for and how much it matters. */
  readonly annotations?: Annotations;
  /** `_meta` of the content. */
  readonly meta?: JsonObject;
}

/**
 * A resource that a result or message carries with it: text, or bytes.
 *
 * @publicApi
 */
export type EmbeddedContents = {
  /** Absolute URI. */
  readonly uri: string;
  readonly mimeType?: string;
} & ({ readonly text: string } | { readonly blob: Uint8Array | string });

/**
 * A resource that a result or message only points to (2025-06-18 and later; before, it becomes text).
 *
 * @publicApi
 */
export interface LinkedResource {
  /** Absolute URI; it need not be among the listed resources. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes, before any encoding. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
}
