import type { Attributes } from '@opentelemetry/api';
import type {
  McpOperation,
  McpOperationEnd,
} from '../dispatch/telemetry/instrumentation.interface.js';
import { Attribute } from './attribute-names.js';
import { networkAttributes } from './network-attributes.js';
import type { OpenTelemetryOptions } from './open-telemetry-options.interface.js';

/** What stands for a method that does not exist, since clients can make up any number of names. */
const OTHER = '_OTHER';

const DEFAULT_LENGTH = 4_096;

/** `{mcp.method.name} {target}`; a resource URI would be another name for every resource. */
export function spanName({ method = OTHER, tool, prompt }: McpOperation): string {
  const target = tool ?? prompt;
  return target === undefined ? method : `${method} ${target}`;
}

/** What spans and measurements of an operation have in common; its values are few. */
export function commonAttributes(operation: McpOperation): Attributes {
  const { method = OTHER, tool, prompt, transport, protocolVersion } = operation;
  return {
    [Attribute.Method]: method,
    ...(tool !== undefined && { [Attribute.ToolName]: tool }),
    ...(method === 'tools/call' && { [Attribute.Operation]: 'execute_tool' }),
    ...(prompt !== undefined && { [Attribute.PromptName]: prompt }),
    ...(protocolVersion !== undefined && { [Attribute.ProtocolVersion]: protocolVersion }),
    ...networkAttributes(transport),
  };
}

/** What only spans have: values of which there are many. */
export function spanAttributes(operation: McpOperation, options: OpenTelemetryOptions): Attributes {
  const { requestId, resourceUri, arguments: args } = operation;
  const sessionId = sessionIdOf(operation);
  return {
    ...(requestId !== undefined && { [Attribute.RequestId]: cut(String(requestId), options) }),
    ...(sessionId !== undefined && { [Attribute.SessionId]: sessionId }),
    ...(resourceUri !== undefined && { [Attribute.ResourceUri]: cut(resourceUri, options) }),
    ...(options.captureArguments === true &&
      args !== undefined && { [Attribute.ToolArguments]: cut(JSON.stringify(args), options) }),
  };
}

/** On stdio the process is the session, and every one has the same name. */
const sessionIdOf = ({ sessionId, transport }: McpOperation): string | undefined =>
  transport === 'stdio' ? undefined : sessionId;

/** True unless it ended as the application wanted. */
export const hasFailed = (outcome: McpOperationEnd['outcome']): boolean =>
  outcome !== 'result' && outcome !== 'no_reply';

/** How it failed, if it did. */
export function errorAttributes({ outcome, error }: McpOperationEnd): Attributes {
  if (!hasFailed(outcome)) return {};
  if (error === undefined) return { [Attribute.ErrorType]: outcome };
  const code = String(error.code);
  return { [Attribute.ErrorType]: code, [Attribute.StatusCode]: code };
}

/** What a tool call was answered with, where that is asked for. */
export function resultAttributes(
  { toolResult }: McpOperationEnd,
  options: OpenTelemetryOptions,
): Attributes {
  if (options.captureResults !== true || toolResult === undefined) return {};
  return { [Attribute.ToolResult]: cut(toolResult, options) };
}

/** What spans are kept with until they are exported must not be as long as clients like. */
export function cut(text: string, { maxAttributeLength }: OpenTelemetryOptions): string {
  return text.slice(0, maxAttributeLength ?? DEFAULT_LENGTH);
}
