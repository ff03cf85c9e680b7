import type { ApplicationParts } from './application-parts.js';
import type { CacheHints } from './dispatch/result-encoder.js';
import type { CacheableMethod } from './protocol/cache-hint.interface.js';
import { CACHEABLE_METHODS } from './protocol/cache-hint.interface.js';

/** A method whose results are somebody's own, whatever is configured. */
export interface PrivateMethod {
  readonly method: CacheableMethod;
  readonly why: string;
}

/** The methods with a public hint whose results depend on who asks. */
export const privateAnyway = (
  hints: CacheHints,
  application: Pick<ApplicationParts, 'policy' | 'hooks'>,
): readonly PrivateMethod[] =>
  CACHEABLE_METHODS.filter((method) => hints[method]?.cacheScope === 'public').flatMap((method) => {
    const why = whyPrivate(method, application);
    return why === undefined ? [] : [{ method, why }];
  });

function whyPrivate(
  method: CacheableMethod,
  { policy, hooks }: Pick<ApplicationParts, 'policy' | 'hooks'>,
): string | undefined {
  if (method === 'server/discover') {
    return hooks?.instructions && 'hooks.instructions speaks to each client';
  }
  if (policy.gatesReads) return 'the authorizer decides who may read';
  if (method !== 'tools/list') return undefined;
  if (policy.exists) return 'the authorizer decides who sees which tool';
  return hooks?.serverTools && 'hooks.serverTools chooses for each caller';
}
