import type { ApplicationConfig } from '@nestjs/core';
import type { EndpointMatcher } from './http-platform.interface.js';
import { normalPath } from './path-segments.js';

/** Some clients send a content type with everything, which parsers take for a body. */
const METHODS = new Set(['POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']);

/**
 * Matches requests to the endpoint's path, with and without the global prefix. What stands before it is
 * read late, because `setGlobalPrefix()` and `RouterModule` may come after the module exists.
 *
 * @param modulePath what `RouterModule` puts before it, asked once
 */
export function createEndpointMatcher(
  path: string,
  config: ApplicationConfig,
  modulePath: () => string = () => '',
): EndpointMatcher {
  let bare: string | undefined;
  return (url) => {
    if (url === undefined) return false;
    bare ??= normalPath(`${modulePath()}/${path}`);
    const requested = normalPath(url.split('?', 1)[0] as string);
    return requested === bare || requested === normalPath(`${config.getGlobalPrefix()}/${bare}`);
  };
}

/** Says whether a request may carry a body. */
export const mayHaveBody = (method: string | undefined): boolean =>
  method !== undefined && METHODS.has(method);
