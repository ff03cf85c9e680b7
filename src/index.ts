// The module and its options
export { McpModule } from './mcp.module.js';
export type {
  McpFactoryOptions,
  McpModuleAsyncOptions,
  McpModuleOptions,
  McpOptionsFactory,
} from './mcp.options.js';
export type { McpLimits } from './mcp.limits.js';
export type { HttpOptions, LegacySseOptions } from './transports/http/http-options.interface.js';
export type {
  EventStore,
  EventStreamAddress,
  StoredEvent,
} from './sessions/event-store.interface.js';
export type { SessionOptions } from './sessions/session-options.interface.js';
export type { CacheHint } from './protocol/cache-hint.interface.js';

// Decorators
export { InjectMcp } from './decorators/inject-mcp.decorator.js';
export { McpArgs } from './decorators/mcp-args.decorator.js';
export { McpCompletion } from './decorators/mcp-completion.decorator.js';
export { McpCtx } from './decorators/mcp-ctx.decorator.js';
export { McpHeader } from './decorators/mcp-header.decorator.js';
export { McpPrompt } from './decorators/mcp-prompt.decorator.js';
export { McpResource } from './decorators/mcp-resource.decorator.js';
export { McpTool } from './decorators/mcp-tool.decorator.js';
export type { CompletionOptions } from './decorators/completion-options.interface.js';
export type { PromptOptions } from './decorators/prompt-options.interface.js';
export type { ResourceOptions } from './decorators/resource-options.interface.js';
export type { ToolAnnotations, ToolOptions } from './decorators/tool-options.interface.js';
export type { SchemaSource } from './schema/schema-source.js';

// Inside a call
export { McpSessionContext } from './dispatch/sessions/mcp-session-context.js';
export { McpSession } from './dispatch/sessions/mcp-session.js';
export { McpSessions } from './dispatch/sessions/mcp-sessions.js';
export type { McpSessionState } from './sessions/session-state.js';
export type { SessionEndReason } from './sessions/session-end.js';
export type {
  CompletionQuery,
  HookMessage,
  InitRefusal,
  McpHooks,
} from './dispatch/hooks/mcp-hooks.interface.js';
export { NO_REPLY } from './dispatch/hooks/no-reply.js';
export { NoMcpContextError } from './dispatch/async-context.js';
export { McpContext } from './dispatch/mcp-context.js';
export type { CloseStreamOptions, ProgressOptions } from './dispatch/mcp-context.js';
export type {
  ElicitResult,
  FormContent,
  UrlElicitation,
  UrlElicitResult,
} from './dispatch/input-requests/elicitation.js';
export type { AskOptions } from './dispatch/input-requests/input-request.interface.js';
export { McpClientRequestError } from './dispatch/input-requests/client-request.error.js';
export type { ClientRequestFailure } from './dispatch/input-requests/client-request.error.js';
export type { Root } from './dispatch/input-requests/roots.js';
export type {
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
} from './protocol/sampling.interface.js';
export { McpExecutionContext } from './registry/handlers/mcp-execution-context.js';
export { McpCancelledError } from './dispatch/cancelled.error.js';
export type { Implementation } from './protocol/implementation.interface.js';
export type { LogLevel } from './protocol/log-level.js';
export type { TraceContext } from './protocol/trace-context.js';

// Who may do what
export { allow, ask, deny } from './authorization/decision.js';
export type { Decision } from './authorization/decision.js';
export { allowAll, allowlist, denyAll } from './authorization/builtin-authorizers.js';
export type { AllowlistOptions } from './authorization/builtin-authorizers.js';
export type {
  AuthorizedTool,
  Authorizer,
  Caller,
  ReadAuthorization,
  ToolAuthorization,
} from './authorization/authorizer.interface.js';
export type { SpentApprovals } from './dispatch/approvals/spent-approvals.js';

// What methods return and throw
export { McpException } from './protocol/mcp.exception.js';
export { McpToolException } from './protocol/mcp-tool.exception.js';
export type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  PromptMessage,
  ReadResourceResult,
} from './protocol/content.interface.js';

// The server from inside the application
export { McpNotificationBus } from './notifications/mcp-notification-bus.js';
export type { PushedMessage } from './notifications/mcp-notification-bus.js';
export type { ChangedList, McpChange } from './notifications/mcp-change.js';
export type { RecipientOptions, RecipientSelector } from './notifications/recipient-selector.js';
export type { McpRecipient } from './protocol/mcp-recipient.interface.js';
export type { McpTags } from './protocol/mcp-tags.js';
export { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
export type { CallFacts, McpEvent } from './dispatch/telemetry/mcp-event.js';
export type { McpAuditEvent, McpAuditSink } from './dispatch/telemetry/audit-sink.js';
export { McpTimeoutError } from './dispatch/timeout.error.js';
export type { DirectCall } from './dispatch/direct-calls.js';
export type { HandleMessageOptions } from './dispatch/direct-wait.js';
export type { DispatcherSnapshot } from './dispatch/mcp-dispatcher.js';
export type { CatalogueChange, RegisterOptions } from './registry/mcp-registry.js';
export type { RuntimeTool } from './registry/runtime-tool.interface.js';
export { McpDispatcher } from './dispatch/mcp-dispatcher.js';
export { McpRegistry } from './registry/mcp-registry.js';
export { ErrorCode } from './protocol/error-codes.js';
export { McpConfigurationError } from './protocol/mcp-configuration.error.js';
