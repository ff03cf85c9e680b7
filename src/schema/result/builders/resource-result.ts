import type { CacheHint } from '../../../protocol/cache-hint.interface.js';
import type { ReadResourceResult, ResourceContents } from '../../../protocol/content.interface.js';
import type { JsonObject } from '../../../protocol/json.js';
import { toJsonText } from '../to-json-text.js';
import { COPY_BRAND, RESULT_BRAND } from './built-result.js';
import { checkMeta, checkMimeType, checkText, checkUri, toBase64 } from './check-content.js';

/**
 * What may stand beside the contents of a resource.
 *
 * @publicApi
 */
export interface ResourceContentsOptions {
  /** Absolute URI, where it is another than the one that is read. */
  readonly uri?: string;
  /** Default: what the resource declares, else what follows from the kind of contents. */
  readonly mimeType?: string;
  /** `_meta` of the contents. */
  readonly meta?: JsonObject;
}

/** Contents whose address may be that of the read. */
interface OpenContents extends Omit<ResourceContents, 'uri'> {
  readonly uri?: string;
  readonly defaultType: string;
}

/** What a builder has gathered, before it is known which URI was read. */
export interface OpenResult {
  readonly contents: readonly OpenContents[];
  readonly hint?: Partial<CacheHint>;
  readonly _meta?: JsonObject;
}

/** @throws TypeError without any contents, which would say that there is no such resource */
export function closeResult(
  { contents, hint, _meta }: OpenResult,
  read: string,
  declared: string | undefined,
): ReadResourceResult {
  if (contents.length === 0) throw new TypeError('the result of a resource has no contents');
  return {
    contents: contents.map(({ uri = read, mimeType, defaultType, ...rest }) => ({
      uri,
      mimeType: mimeType ?? declared ?? defaultType,
      ...rest,
    })),
    ...hint,
    ...(_meta !== undefined && { _meta }),
  };
}

class ResourceResultBuilder {
  readonly [RESULT_BRAND] = 'resource';
  protected readonly [COPY_BRAND] = 'resource';

  constructor(private readonly result: OpenResult) {}

  /** Adds text; its type is `text/plain` by default. */
  text(text: string, options?: ResourceContentsOptions): ResourceResultBuilder {
    return this.add({ text: checkText(text), defaultType: 'text/plain' }, options);
  }

  /**
   * Adds a value as compact JSON; its type is `application/json` by default.
   *
   * @throws TypeError for what JSON cannot say
   */
  json(value: unknown, options?: ResourceContentsOptions): ResourceResultBuilder {
    return this.add({ text: toJsonText(value), defaultType: 'application/json' }, options);
  }

  /**
   * Adds bytes; their type is `application/octet-stream` by default.
   *
   * @param data bytes, or base64
   */
  blob(data: Uint8Array | string, options?: ResourceContentsOptions): ResourceResultBuilder {
    const blob = toBase64(data, 'data');
    return this.add({ blob, defaultType: 'application/octet-stream' }, options);
  }

  /**
   * Says how long clients may keep these contents (2026-07-28, Caching), over the hook and the option
   * `cacheHints`; what is left out is as they have it. Earlier revisions get no hint. One that is none,
   * such as a negative `ttlMs`, is logged and ignored.
   */
  cached({ ttlMs, cacheScope }: Partial<CacheHint>): ResourceResultBuilder {
    const hint = {
      ...(ttlMs !== undefined && { ttlMs }),
      ...(cacheScope !== undefined && { cacheScope }),
    };
    return new ResourceResultBuilder({ ...this.result, hint });
  }

  /** Sets `_meta` of the result. */
  meta(meta: JsonObject): ResourceResultBuilder {
    return new ResourceResultBuilder({ ...this.result, _meta: checkMeta(meta) });
  }

  /**
   * The result as it goes over the wire.
   *
   * @param read the URI that was read
   * @param declared the type the resource declares, if any
   * @throws TypeError without any contents, which would say that there is no such resource
   */
  toResult(read: string, declared: string | undefined): ReadResourceResult {
    return closeResult(this.result, read, declared);
  }

  private add(
    made: OpenContents,
    { uri, mimeType, meta }: ResourceContentsOptions = {},
  ): ResourceResultBuilder {
    const contents: OpenContents = {
      ...made,
      ...(uri !== undefined && { uri: checkUri(uri) }),
      ...(mimeType !== undefined && { mimeType: checkMimeType(mimeType) }),
      ...(meta !== undefined && { _meta: checkMeta(meta) }),
    };
    return new ResourceResultBuilder({
      ...this.result,
      contents: [...this.result.contents, contents],
    });
  }
}

/**
 * The contents of a resource that were made with {@link ResourceResult}.
 *
 * @publicApi
 */
export type ResourceResult = ResourceResultBuilder;

/**
 * The contents of a resource, to which parts are added in order: several files of a directory, say.
 * Immutable: every method gives a new result. What is not as the specification wants it is a TypeError
 * that names the member.
 *
 * @example
 * ```ts
 * return ResourceResult.text(readme).blob(logo, { uri: 'repo://logo.png', mimeType: 'image/png' });
 * ```
 * @publicApi
 */
export const ResourceResult: ResourceResult = new ResourceResultBuilder({ contents: [] });
