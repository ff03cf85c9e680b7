import type { CacheableMethod, CacheHint } from '../protocol/cache-hint.interface.js';
import { isCacheable, isCacheScope, isTtl, NO_CACHE } from '../protocol/cache-hint.interface.js';
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
  /** A hint that a result has itself is none. */
  refused(method: CacheableMethod, hint: unknown): void;
}

/** What of one call decides who may keep its result. */
export interface HintTraits {
  /** True for a result that others would not get. */
  readonly isOwn?: boolean;
  /** True for an answer to what was asked again, with answers of the client. */
  readonly isRetry?: boolean;
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

  /** @param hint in place of what the result says itself */
  complete(
    result: JsonObject,
    method: string,
    revision: Revision,
    hint: CacheHint | undefined = this.hintFor(method, revision, {}, result),
  ): JsonObject {
    const bare = isCacheable(method) ? withoutHint(result) : result;
    if (revision.era === 'legacy') return bare;
    const { _meta } = result;
    return {
      ...bare,
      ...hint,
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

  /** What tells of a task in place of a result (extension `io.modelcontextprotocol/tasks`). */
  task(task: JsonObject, revision: Revision): JsonObject {
    return { resultType: 'task', ...task, _meta: this.metaFor(revision) };
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
   * The hint of a result, where its method has one: what the result says itself, then the
   * application's hook, then its option. What stands behind a policy must not be served to others,
   * whatever is configured; discovery is open. And what was answered after questions must not be kept
   * (2026-07-28, Caching).
   */
  hintFor(
    method: string,
    revision: Revision,
    { isOwn = false, isRetry = false }: HintTraits = {},
    result: JsonObject = {},
  ): CacheHint | undefined {
    if (revision.era === 'legacy' || !isCacheable(method)) return undefined;
    if (isRetry) return NO_CACHE;
    const hint = this.chosenHint(method, result);
    const isGated = method !== 'server/discover' && this.gatesReads();
    return isOwn || isGated ? { ...hint, cacheScope: 'private' } : hint;
  }

  private chosenHint(method: CacheableMethod, { ttlMs, cacheScope }: JsonObject): CacheHint {
    const given = this.hintHook?.hintFor(method) ?? this.cacheHints[method] ?? NO_CACHE;
    if (ttlMs === undefined && cacheScope === undefined) return given;
    const isValid =
      (ttlMs === undefined || isTtl(ttlMs)) &&
      (cacheScope === undefined || isCacheScope(cacheScope));
    if (!isValid) this.hintHook?.refused(method, { ttlMs, cacheScope });
    return {
      ttlMs: isTtl(ttlMs) ? ttlMs : given.ttlMs,
      cacheScope: isCacheScope(cacheScope) ? cacheScope : given.cacheScope,
    };
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

/** Only revisions with cache hints have these members, and there the encoder sets them. */
function withoutHint(result: JsonObject): JsonObject {
  if (!('ttlMs' in result) && !('cacheScope' in result)) return result;
  const { ttlMs: _ttlMs, cacheScope: _cacheScope, ...bare } = result;
  return bare;
}
