/**
 * Every type that meets users in hooks, contexts and sessions can be imported. `npm run typecheck` reads
 * this; nothing runs it.
 */
import type {
  CacheableMethod,
  CacheHint,
  CapabilityOptions,
  ClientCapabilities,
  ClientCapability,
  CompletionQuery,
  ElicitResult,
  HookMessage,
  Implementation,
  InitRefusal,
  JsonObject,
  LogLevel,
  McpComponents,
  McpContext,
  McpHooks,
  McpRecipient,
  McpSession,
  McpSessionContext,
  McpSessionState,
  McpTags,
  ProgressToken,
  RecipientPredicate,
  RecoveredClient,
  Root,
  SamplingResult,
  SessionEndReason,
  ToolDescription,
  TraceContext,
  TransportName,
  UrlElicitResult,
} from 'nest-mcp';
import { McpModule, McpSessions, NO_REPLY } from 'nest-mcp';

interface Cart {
  readonly skus: readonly string[];
}

/** Every hook, with every type by its name. */
export class AllHooks implements Required<McpHooks> {
  serverInfo(): Partial<Implementation> {
    return {};
  }

  serverCapabilities(): CapabilityOptions {
    return {};
  }

  supportedProtocolVersions(): readonly string[] {
    return ['2025-11-25'];
  }

  instructions(_ctx: McpContext): string | null {
    return null;
  }

  cacheHints(_method: CacheableMethod): CacheHint | undefined {
    return undefined;
  }

  onInit(_client: Partial<Implementation>, _ctx: McpContext<Cart>): InitRefusal | undefined {
    return undefined;
  }

  onSessionExpired(_id: string, _ctx: McpContext): RecoveredClient | InitRefusal | undefined {
    return undefined;
  }

  serializeState(state: Readonly<Record<string, unknown>>): object {
    return state;
  }

  onRequest(_request: HookMessage, _ctx: McpContext): JsonObject | typeof NO_REPLY | undefined {
    return NO_REPLY;
  }

  serverTools(tools: readonly ToolDescription[], _ctx: McpContext): readonly ToolDescription[] {
    return tools;
  }

  onToolCall(_name: string, _args: JsonObject, _ctx: McpContext): unknown {
    return undefined;
  }

  onPromptGet(_name: string, _args: JsonObject, _ctx: McpContext): unknown {
    return undefined;
  }

  onResourceRead(_uri: string, _variables: JsonObject, _ctx: McpContext): unknown {
    return undefined;
  }

  onCompletion(_query: CompletionQuery, _ctx: McpContext): string[] {
    return [];
  }

  onResourceAttached(_uri: string): void {}

  onResourceDetached(_uri: string): void {}

  onNotification(_notification: HookMessage, _ctx: McpSessionContext): void {}

  onEvent(_event: unknown, _ctx: McpSessionContext<Cart>): void {}

  onCast(_message: unknown, _ctx: McpSessionContext<Cart>): void {}

  onCall(_message: unknown, { state }: McpSessionContext<Cart>): number {
    return stateOf(state).length;
  }

  onElicitation(_answer: ElicitResult<unknown> | UrlElicitResult, _ctx: McpContext): void {}

  onSampling(_answer: SamplingResult, _ctx: McpContext): void {}

  onRoots(_roots: readonly Root[], _ctx: McpContext): void {}

  onTerminate(_reason: SessionEndReason, _ctx: McpSessionContext): void {}
}

const stateOf = (state: McpSessionState<Cart>): readonly string[] => state.get('skus') ?? [];

export const mcp = McpModule.forRoot({ name: 'shop', hooks: AllHooks });

/** What a context gives, by the names of its types. */
export interface Told {
  readonly capabilities: ClientCapabilities;
  readonly components: McpComponents;
  readonly level: LogLevel;
  readonly needs: ClientCapability;
  readonly tags: McpTags;
  readonly token: ProgressToken | undefined;
  readonly trace: TraceContext | undefined;
  readonly transport: TransportName;
}

export const toldOf = (ctx: McpContext): Told => ({
  capabilities: ctx.clientCapabilities,
  components: ctx.components,
  level: 'info',
  needs: 'elicitation.form',
  tags: ctx.tags,
  token: ctx.progressToken,
  trace: ctx.traceContext,
  transport: ctx.transport,
});

/** Sessions of one kind of state, found by a function. */
export const cartsOf = (sessions: McpSessions, where: RecipientPredicate): McpSession<Cart>[] => [
  ...sessions.list<Cart>({ where }),
];

export const isStdio = ({ transport }: McpRecipient): boolean => transport === 'stdio';
