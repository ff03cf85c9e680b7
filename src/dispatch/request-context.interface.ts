import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import type { Implementation } from '../protocol/implementation.interface.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { TransportName } from '../protocol/transport-name.js';
import type { HostArguments } from '../registry/handlers/host-arguments.interface.js';
import type { Connection } from '../sessions/connection.js';
import type { Outlet } from './outlet.interface.js';
import type { ParameterHeaders } from './parameter-headers.interface.js';

/**
 * Everything known about one request besides its method and params. Only transports make one, out of
 * facts of their own; nothing in it is taken on the client's word except what is named after the
 * client.
 */
export interface RequestContext {
  readonly revision: Revision;
  readonly transport: TransportName;
  /** The legacy conversation; absent in the modern era. */
  readonly connection: Connection | undefined;
  /**
   * What ids are unique in: requests of one scope can be cancelled by id. Absent where a disconnect
   * cancels instead (modern HTTP).
   */
  readonly scope: object | undefined;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** Threshold of log messages for this request; `undefined` in the modern era means none are wanted. */
  readonly logLevel: LogLevel | undefined;
  /** Who calls, as the application's guards established it. */
  readonly principal: unknown;
  readonly principalKey: string | undefined;
  /** Aborted when nobody can receive the answer any more. */
  readonly disconnected: AbortSignal | undefined;
  /**
   * Aborted when the connection that the request came by is gone, where the client may come back for the
   * answer (Streamable HTTP up to 2025-11-25).
   */
  readonly left?: AbortSignal;
  readonly outlet: Outlet;
  readonly host: HostArguments;
  /** Headers that must agree with arguments. Absent where there are none (only modern HTTP has them). */
  readonly parameterHeaders?: ParameterHeaders;
  /** The application's tags for the HTTP request, where there is one and no connection that has them. */
  readonly tagsOf?: (request: object) => McpTags;
}
