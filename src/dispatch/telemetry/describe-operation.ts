import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { Catalogue } from '../../registry/catalogue.interface.js';
import type { ActiveCall } from '../active-call.js';
import { agreedVersion } from './agreed-version.js';
import type { McpOperation, McpSessionStart } from './instrumentation.interface.js';

/** What clients may tell a server, in any revision. */
const NOTIFICATIONS: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/** Methods about the resource that `uri` names. */
const READS = /^(?:resources\/|skills\/get$)/;

const NOTHING: JsonObject = {};

/** @param isMethod whether there is such a method for this call */
export function describeRequest(
  { id, method, params, context }: ActiveCall,
  catalogue: Catalogue,
  isMethod: boolean,
): McpOperation {
  const { connection, principalKey, transport, clientInfo } = context;
  const isToolCall = method === 'tools/call';
  const name = textOf(params.name) ?? '';
  return {
    method: isMethod ? method : undefined,
    requestId: id,
    tool: isToolCall ? catalogue.findTool(name)?.name : undefined,
    prompt: method === 'prompts/get' ? catalogue.findPrompt(name)?.name : undefined,
    resourceUri: isMethod && READS.test(method) ? textOf(params.uri) : undefined,
    transport,
    protocolVersion: agreedVersion(context),
    sessionId: connection?.lastingId,
    principalKey,
    clientInfo,
    meta: metaOf(params),
    arguments: isToolCall && isJsonObject(params.arguments) ? params.arguments : undefined,
  };
}

/** @param session which it belongs to, if it belongs to one */
export function describeNotification(
  { method, params }: JsonRpcNotification,
  session: McpSessionStart | undefined,
): McpOperation {
  return {
    method: NOTIFICATIONS.has(method) ? method : undefined,
    requestId: undefined,
    tool: undefined,
    prompt: undefined,
    resourceUri: undefined,
    transport: session?.transport,
    protocolVersion: session?.protocolVersion,
    sessionId: session?.sessionId,
    principalKey: session?.principalKey,
    clientInfo: session?.clientInfo,
    meta: metaOf(params),
    arguments: undefined,
  };
}

const metaOf = ({ _meta: meta }: JsonObject): JsonObject => (isJsonObject(meta) ? meta : NOTHING);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
