// The module and its options
export { McpModule } from './mcp.module.js';
export type {
  McpFactoryOptions,
  McpFeatureOptions,
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
export { MemorySessionStore } from './sessions/memory-session-store.js';
export type { MemorySessionStoreOptions } from './sessions/memory-session-store.js';
export type { SessionStore, StoredSession } from './sessions/session-store.interface.js';
export { MemoryTaskStore } from './tasks/memory-task-store.js';
export type {
  StoredTask,
  TaskAnswer,
  TaskOutcome,
  TaskQuestion,
  TaskStatus,
} from './tasks/stored-task.interface.js';
export type { TaskOptions } from './tasks/task-options.interface.js';
export type { TaskBounds, TaskPage, TaskStore } from './tasks/task-store.interface.js';
export { McpTasks } from './dispatch/tasks/mcp-tasks.js';
export type { TaskStart } from './dispatch/tasks/call-task.interface.js';
export type { TaskSupport, ToolTaskOptions } from './decorators/tool-task-options.interface.js';
export type { SessionOptions } from './sessions/session-options.interface.js';
export type { SkillsOptions } from './skills/skills-options.interface.js';
export type { CapabilityOptions } from './dispatch/capability-options.interface.js';
export type { CacheableMethod, CacheHint } from './protocol/cache-hint.interface.js';
export type { Icon, Implementation } from './protocol/implementation.interface.js';

// Decorators
export { InjectMcp } from './decorators/inject-mcp.decorator.js';
export { McpArgs } from './decorators/mcp-args.decorator.js';
export { McpClientInfo } from './decorators/mcp-client-info.decorator.js';
export { McpCompletion } from './decorators/mcp-completion.decorator.js';
export { McpCtx } from './decorators/mcp-ctx.decorator.js';
export { McpHeader } from './decorators/mcp-header.decorator.js';
export { McpPrompt } from './decorators/mcp-prompt.decorator.js';
export { McpResource } from './decorators/mcp-resource.decorator.js';
export { McpResourceFeed } from './decorators/mcp-resource-feed.decorator.js';
export { McpSignal } from './decorators/mcp-signal.decorator.js';
export { McpTool } from './decorators/mcp-tool.decorator.js';
export type {
  CompletionArguments,
  CompletionOptions,
} from './decorators/completion-options.interface.js';
export type { PromptOptions } from './decorators/prompt-options.interface.js';
export type { ResourceFeedOptions } from './decorators/resource-feed-options.interface.js';
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
  RecoveredClient,
} from './dispatch/hooks/mcp-hooks.interface.js';
export { NO_REPLY } from './dispatch/hooks/no-reply.js';
export { NoMcpContextError } from './dispatch/async-context.js';
export { McpContext } from './dispatch/mcp-context.js';
export type { ProgressOptions } from './dispatch/call-progress.js';
export type { CloseStreamOptions } from './dispatch/mcp-context.js';
export type {
  ElicitResult,
  FormContent,
  UrlElicitation,
  UrlElicitResult,
} from './dispatch/input-requests/elicitation.js';
export type { AskOptions } from './dispatch/input-requests/input-request.interface.js';
export type { ClientCapabilities } from './protocol/client-capabilities.interface.js';
export type { ClientCapability } from './protocol/client-capability.js';
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
export type { JsonObject } from './protocol/json.js';
export type { JsonRpcNotification, JsonRpcResponse } from './protocol/json-rpc.js';
export type { LogLevel } from './protocol/log-level.js';
export type { ProgressToken } from './protocol/progress-token.js';
export type { TraceContext } from './protocol/trace-context.js';
export type { TransportName } from './protocol/transport-name.js';

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
export { CompletionResult } from './schema/result/builders/completion-result.js';
export type { CompletionTotals } from './schema/result/builders/completion-result.js';
export { Content } from './schema/result/builders/content.js';
export type {
  ContentOptions,
  EmbeddedContents,
  LinkedResource,
} from './schema/result/builders/content-options.interface.js';
export { PromptResult } from './schema/result/builders/prompt-result.js';
export { ResourceResult } from './schema/result/builders/resource-result.js';
export type { ResourceContentsOptions } from './schema/result/builders/resource-result.js';
export { ToolResult } from './schema/result/builders/tool-result.js';
export { McpException } from './protocol/mcp.exception.js';
export { McpToolException } from './protocol/mcp-tool.exception.js';
export type {
  Annotations,
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
export type {
  RecipientOptions,
  RecipientPredicate,
  RecipientSelector,
} from './notifications/recipient-selector.js';
export type { McpRecipient } from './protocol/mcp-recipient.interface.js';
export type { McpTags } from './protocol/mcp-tags.js';
export { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
export type {
  CallFacts,
  LinkFacts,
  McpEvent,
  SessionFacts,
} from './dispatch/telemetry/mcp-event.js';
export type {
  McpInstrumentation,
  McpOperation,
  McpOperationEnd,
  McpOperationTrace,
  McpSessionStart,
  McpSessionTrace,
} from './dispatch/telemetry/instrumentation.interface.js';
export type { McpAuditEvent, McpAuditSink } from './dispatch/telemetry/audit-sink.js';
export { McpTimeoutError } from './dispatch/timeout.error.js';
export type { DirectCall } from './dispatch/direct-calls.js';
export type { HandleMessageOptions } from './dispatch/direct-wait.js';
export type { DispatcherSnapshot } from './dispatch/dispatcher-snapshot.interface.js';
export type { CatalogueChange } from './registry/catalogue-change.interface.js';
export type {
  PromptDescription,
  ResourceDescription,
  ResourceTemplateDescription,
  ToolDescription,
} from './registry/definition-descriptions.interface.js';
export type { PromptArgument } from './registry/definitions.interface.js';
export type { RegisterOptions } from './registry/runtime/register-options.interface.js';
export type {
  RuntimeCompleter,
  RuntimeCompleters,
} from './registry/runtime/runtime-completers.interface.js';
export type { RuntimePrompt } from './registry/runtime/runtime-prompt.interface.js';
export type { RuntimeResourceTemplate } from './registry/runtime/runtime-resource-template.interface.js';
export type { RuntimeResource } from './registry/runtime/runtime-resource.interface.js';
export type { RuntimeTool } from './registry/runtime/runtime-tool.interface.js';
export { McpDispatcher } from './dispatch/mcp-dispatcher.js';
export { McpComponents } from './registry/mcp-components.js';
export { McpRegistry } from './registry/mcp-registry.js';
export { ErrorCode } from './protocol/error-codes.js';
export { McpConfigurationError } from './protocol/mcp-configuration.error.js';
