import type { HttpOptions, LegacySseOptions } from './http-options.interface.js';

/** The paths of HTTP+SSE, or `undefined` where it is not served. */
export function legacySsePaths({
  legacySse = false,
}: HttpOptions): Required<LegacySseOptions> | undefined {
  if (legacySse === false) return undefined;
  const { path = 'sse', messagesPath = 'messages' } = legacySse === true ? {} : legacySse;
  return { path, messagesPath };
}

/** Every path that a server answers at. */
export function endpointPaths(http: HttpOptions): readonly string[] {
  const legacySse = legacySsePaths(http);
  const paths = [http.path ?? 'mcp'];
  return legacySse === undefined ? paths : [...paths, legacySse.path, legacySse.messagesPath];
}
