import type { CacheableMethod, CacheHint } from '../protocol/cache-hint.interface.js';
import { CACHEABLE_METHODS, NO_CACHE } from '../protocol/cache-hint.interface.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { MetaKey } from '../protocol/meta-keys.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { InputRequired } from './input-required.js';
import type { ServerIdentity } from './server-identity.js';
import { serverInfoFor } from './server-identity.js';

/** Configured cache hints, by method. */
export type CacheHints = Partial<Readonly<Record<CacheableMethod, CacheHint>>>;

/** Hints the application gives result by result. */
export interface HintHook {
  /** True when there may be any. */
  readonly isGiven: boolean;
  hintFor(method: CacheableMethod): CacheHint | undefined;
}

/**
 * Adds what every result of a revision has. Up to 2025-11-25 that is nothing; in 2026-07-28 it is
 * `resultType`, the server's identity in `_meta`, and the cache hint where the method has one.
 */
export class ResultEncoder {
  private readonly extras = new Map<Revision, JsonObject>();

  constructor(
    private readonly identity: ServerIdentity,
    private readonly cacheHints: CacheHints,
    private readonly gatesReads: () => boolean,
    private readonly hintHook: HintHook | undefined = undefined,
  ) {}

  /** @param hint overrides the configured hint of the method */
  complete(result: JsonObject, method: string, revision: Revision, hint?: CacheHint): JsonObject {
    if (revision.era === 'legacy') return result;
    const { _meta } = result;
    return {
      ...result,
      ...(hint ?? this.hintFor(method)),
      resultType: 'complete',
      _meta: {
        ...(isJsonObject(_meta) ? _meta : {}),
        ...this.metaFor(revision),
      },
    };
  }

  /** True when a hint is known only once the result is made. */
  get hasChangingHints(): boolean {
    return this.hintHook?.isGiven ?? false;
  }

  /** A result that asks for more input. It carries no cache hint (2026-07-28, Caching). */
  inputRequired({ inputRequests, requestState }: InputRequired, revision: Revision): JsonObject {
    return {
      resultType: 'input_required',
      inputRequests,
      requestState,
      _meta: this.metaFor(revision),
    };
  }

  /**
   * The hint of a method whose results have one. What stands behind a policy must not be served to
   * others, whatever is configured; discovery is open (2026-07-28, Caching).
   */
  hintFor(method: string): CacheHint | undefined {
    const cacheable = CACHEABLE_METHODS.find((name) => name === method);
    if (cacheable === undefined) return undefined;
    const hint = this.hintHook?.hintFor(cacheable) ?? this.cacheHints[cacheable] ?? NO_CACHE;
    const isOpen = cacheable === 'server/discover' || !this.gatesReads();
    return isOpen ? hint : { ...hint, cacheScope: 'private' };
  }

  /** The hint of a result that is of one caller alone. */
  ownHintFor(method: string): CacheHint | undefined {
    const hint = this.hintFor(method);
    return hint && { ...hint, cacheScope: 'private' };
  }

  private metaFor(revision: Revision): JsonObject {
    const known = this.extras.get(revision);
    if (known !== undefined) return known;
    const meta = {
      [MetaKey.ServerInfo]: serverInfoFor(this.identity, revision),
    };
    this.extras.set(revision, meta);
    return meta;
  }
}
