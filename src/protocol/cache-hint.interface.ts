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
] as const;

/**
 * A method whose complete results carry a hint.
 *
 * @publicApi
 */
export type CacheableMethod = (typeof CACHEABLE_METHODS)[number];

/** The hint where none is configured. */
export const NO_CACHE: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** True for a hint that can be sent. */
export function isCacheHint(value: unknown): value is CacheHint {
  if (typeof value !== 'object' || value === null) return false;
  const { ttlMs, cacheScope } = value as Partial<Record<keyof CacheHint, unknown>>;
  const isScope = cacheScope === 'public' || cacheScope === 'private';
  return isScope && Number.isSafeInteger(ttlMs) && (ttlMs as number) >= 0;
}
