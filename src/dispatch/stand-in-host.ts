import type { HostArguments } from '../registry/handlers/host-arguments.interface.js';

/**
 * What enhancers see where there is no HTTP: the context type `'mcp'`, a request with empty
 * `headers`, `query` and `params` that guards may hang a `user` on, and a response that takes headers
 * and forgets them. A new one for every call.
 */
export function standInHost(): HostArguments {
  return {
    contextType: 'mcp',
    request: { headers: {}, query: {}, params: {}, body: undefined },
    response: {},
  };
}
