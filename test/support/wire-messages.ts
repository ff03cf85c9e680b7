/** JSON-RPC messages as clients of both eras put them on the wire. */
export interface WireRequest {
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

export const MODERN_VERSION = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol';

/** The members that a request of the stateless era must carry. */
export const ENVELOPE = {
  [`${PREFIX}/protocolVersion`]: MODERN_VERSION,
  [`${PREFIX}/clientCapabilities`]: {},
};

/** `params._meta` with some members replaced; `undefined` leaves one out. */
export const envelope = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...ENVELOPE,
  ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [`${PREFIX}/${key}`, value])),
});

/** A sound request of the stateless era with its mirrored headers. */
export function modernRequest(
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 1,
): WireRequest {
  const named = method.startsWith('tasks/') ? params.taskId : params.name;
  const name = method === 'resources/read' ? params.uri : named;
  return {
    body: { jsonrpc: '2.0', id, method, params: { _meta: ENVELOPE, ...params } },
    headers: {
      'mcp-protocol-version': MODERN_VERSION,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}

/** A request of the handshake era. */
export const legacyRequest = (
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 1,
): Record<string, unknown> => ({ jsonrpc: '2.0', id, method, params });

/** The handshake. */
export const initialize = (id: string | number = 1): Record<string, unknown> =>
  legacyRequest(
    'initialize',
    {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'wire', version: '1.0.0' },
    },
    id,
  );

/** A call of a tool in the handshake era; `progressToken` asks for progress. */
export const legacyCall = (
  name: string,
  args: Record<string, unknown> = {},
  id: string | number = 1,
): Record<string, unknown> =>
  legacyRequest('tools/call', { name, arguments: args, _meta: { progressToken: 'p' } }, id);

/** A call of a tool in the stateless era; `progressToken` asks for progress. */
export const modernCall = (
  name: string,
  args: Record<string, unknown> = {},
  id: string | number = 1,
): WireRequest =>
  modernRequest(
    'tools/call',
    { name, arguments: args, _meta: { ...ENVELOPE, progressToken: 'p' } },
    id,
  );
