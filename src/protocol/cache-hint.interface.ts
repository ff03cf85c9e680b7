/**
 * How long and by whom a result may be kept (2026-07-28, Caching).
 *
 * @publicApi
 */
export interface CacheHint {
  /** Milliseconds; 0 is stale at once. */
  readonly ttlMs: number;
  /** `public`: anyone may be served the copy, other users included. */
  readonly cacheScope: 'public' | 'private';
}

/** Methods whose complete results carry a hint. */
export const CACHEABLE_METHODS = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
  'resources/directory/read',
] as const;

/**
 * A method whose complete results carry a hint.
 *
 * @publicApi
 */
export type CacheableMethod = (typeof CACHEABLE_METHODS)[number];

/** True for one of {@link CACHEABLE_METHODS}. */
export const isCacheable = (method: string): method is CacheableMethod => CACHEABLE.has(method);

const CACHEABLE: ReadonlySet<string> = new Set(CACHEABLE_METHODS);

/** The hint where none is configured. */
export const NO_CACHE: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** True for a hint that can be sent. */
export function isCacheHint(value: unknown): value is CacheHint {
  if (typeof value !== 'object' || value === null) return false;
  const { ttlMs, cacheScope } = value as Partial<Record<keyof CacheHint, unknown>>;
  return isTtl(ttlMs) && isCacheScope(cacheScope);
}

/** Whole milliseconds, 0 or more. */
export const isTtl = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Who may keep a result (2026-07-28, Caching). */
export const isCacheScope = (value: unknown): value is CacheHint['cacheScope'] =>
  value === 'public' || value === 'private';
