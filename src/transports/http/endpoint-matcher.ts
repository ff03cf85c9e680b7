import type { ApplicationConfig } from '@nestjs/core';
import type { EndpointMatcher } from './http-platform.interface.js';

/** Some clients send a content type with everything, which parsers take for a body. */
const METHODS = new Set(['POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']);

/**
 * Matches requests to the endpoint's path, with and without the global prefix. The prefix is read late,
 * because `setGlobalPrefix()` may be called after the module exists.
 */
export function createEndpointMatcher(path: string, config: ApplicationConfig): EndpointMatcher {
  const bare = segments(path);
  return (url) => {
    if (url === undefined) return false;
    const requested = segments(url.split('?', 1)[0] as string);
    return requested === bare || requested === segments(`${config.getGlobalPrefix()}/${path}`);
  };
}

/** Says whether a request may carry a body. */
export const mayHaveBody = (method: string | undefined): boolean =>
  method !== undefined && METHODS.has(method);

/** Routers ignore case and a slash at the end by default. */
const segments = (path: string): string => path.toLowerCase().split('/').filter(Boolean).join('/');
