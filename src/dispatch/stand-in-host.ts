import type { HostArguments } from '../registry/handlers/host-arguments.interface.js';
import { StandInResponse } from './stand-in-response.js';

/**
 * What enhancers see where there is no HTTP: the context type `'mcp'`, a request with empty
 * `headers`, `cookies`, `query`, `params` and `ips` that guards may hang a `user` on, and a response
 * that takes headers and forgets them. New ones for every call.
 *
 * @param user who is known to call, where that is known without guards
 */
export function standInHost(user?: unknown): HostArguments {
  const who = user === undefined ? {} : { user };
  return {
    contextType: 'mcp',
    request: { headers: {}, cookies: {}, query: {}, params: {}, ips: [], body: undefined, ...who },
    response: new StandInResponse(),
  };
}
