/** Reserved `_meta` keys this package reads or writes (2026-07-28, Basic). */
export const MetaKey = {
  ProtocolVersion: 'io.modelcontextprotocol/protocolVersion',
  ClientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  ClientInfo: 'io.modelcontextprotocol/clientInfo',
  LogLevel: 'io.modelcontextprotocol/logLevel',
  ServerInfo: 'io.modelcontextprotocol/serverInfo',
  /** Which task a message belongs to (2025-11-25). */
  RelatedTask: 'io.modelcontextprotocol/related-task',
  /** What a model may be told until a task has ended (2025-11-25). */
  ModelImmediateResponse: 'io.modelcontextprotocol/model-immediate-response',
  SubscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;
