/**
 * An icon of a server, tool, prompt, resource or template (2025-11-25 and later). Older clients are not
 * sent any.
 *
 * @publicApi
 */
export interface Icon {
  /** An `https:` or `data:` URI; of the server's own origin, or clients may not load it. */
  readonly src: string;
  /** Needed where `src` does not tell. PNG and JPEG are what every client can show. */
  readonly mimeType?: string;
  /** Sizes it is good for, as `WxH`, or `any`; default: every size. */
  readonly sizes?: readonly string[];
  /** The background it is meant for; default: both. */
  readonly theme?: 'light' | 'dark';
}

/**
 * Name and version of a client or server. Never a basis for security decisions.
 *
 * @publicApi
 */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}
