import { ActiveCall } from '../../src/dispatch/active-call.js';
import type { RequestContext } from '../../src/dispatch/request-context.interface.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import type { JsonObject } from '../../src/protocol/json.js';
import type { RequestId } from '../../src/protocol/json-rpc.js';
import { revision20251125 } from '../../src/protocol/revisions/revision-2025-11-25.js';

/** The context of a request about which nothing is known but what is given. */
export const contextWith = (facts: Partial<RequestContext> = {}): RequestContext => ({
  revision: revision20251125,
  transport: 'memory',
  connection: undefined,
  scope: undefined,
  clientInfo: undefined,
  clientCapabilities: {},
  logLevel: undefined,
  principal: undefined,
  principalKey: undefined,
  disconnected: undefined,
  outlet: { isOpen: true, send: () => undefined },
  host: standInHost(),
  ...facts,
});

/** One request in such a context. */
export const callWith = (
  id: RequestId,
  method: string,
  params: JsonObject = {},
  facts: Partial<RequestContext> = {},
): ActiveCall => new ActiveCall({ jsonrpc: '2.0', id, method, params }, contextWith(facts));
