/**
 * Attributes of the semantic conventions for MCP (OpenTelemetry GenAI semantic conventions, status:
 * development). They are written here because the constants of OpenTelemetry's own package are
 * deprecated or incubating.
 */
export const Attribute = {
  Method: 'mcp.method.name',
  SessionId: 'mcp.session.id',
  ProtocolVersion: 'mcp.protocol.version',
  ResourceUri: 'mcp.resource.uri',
  ToolName: 'gen_ai.tool.name',
  PromptName: 'gen_ai.prompt.name',
  Operation: 'gen_ai.operation.name',
  ToolArguments: 'gen_ai.tool.call.arguments',
  ToolResult: 'gen_ai.tool.call.result',
  RequestId: 'jsonrpc.request.id',
  StatusCode: 'rpc.response.status_code',
  ErrorType: 'error.type',
  NetworkTransport: 'network.transport',
  NetworkProtocol: 'network.protocol.name',
} as const;
