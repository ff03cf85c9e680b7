import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import type { Server } from 'node:http';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from '../mcp.tokens.js';
import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '../protocol/content.interface.js';
import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { MetaKey } from '../protocol/meta-keys.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { McpRegistry } from '../registry/mcp-registry.js';
import type { ResolvedOptions } from '../resolve-options.js';
import { MemoryTransport } from '../transports/memory/memory-transport.js';
import type { ElicitHandler, RootsHandler, SampleHandler } from './client-answers.js';
import { ClientAnswers } from './client-answers.js';
import { httpLink } from './http.link.js';
import type { ListenFilter } from './mcp-test-listen.js';
import { McpTestListen } from './mcp-test-listen.js';
import { McpTestError } from './mcp-test.error.js';
import { memoryLink } from './memory.link.js';
import { encodeHeader, mirrorArguments } from './mirror-headers.js';
import { NotificationLog } from './notification-log.js';
import type { Exchange, TestLink, TestReceiver } from './test-link.interface.js';

/**
 * Options of {@link McpTestClient}.
 *
 * @publicApi
 */
export interface McpTestClientOptions {
  /** Revision to speak; default: the newest the server offers. Those up to 2025-11-25 shake hands. */
  readonly protocolVersion?: string;
  /** Which server of the application; default: the default server. */
  readonly server?: string;
  /** Capabilities to declare, besides those that `onElicit()` and its like declare. */
  readonly capabilities?: JsonObject;
  /** Headers of every request, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of the endpoint, over HTTP; default: what the global prefix and `http.path` say. */
  readonly path?: string;
}

/**
 * A tool as listed.
 *
 * @publicApi
 */
export interface ListedTool extends JsonObject {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

/**
 * What is completed: a prompt's argument, or a template's variable.
 *
 * @publicApi
 */
export type CompletionRef =
  | { readonly type: 'ref/prompt' | 'ref/tool'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** A handler that asks more often is taken for one that never ends. */
const MAX_ROUNDS = 10;

const CLIENT_INFO = { name: 'nest-mcp-test-client', version: '1.0.0' };

/**
 * A client for tests of an application's MCP server, in memory or over HTTP, in either era.
 *
 * @example
 * ```ts
 * const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });
 * const result = await client.callTool('find_order', { number: 'A-1' });
 * ```
 * @publicApi
 */
export class McpTestClient {
  private nextId = 1;
  /** Capabilities have changed since the handshake. */
  private mustShakeHands = false;

  private constructor(
    private readonly link: TestLink,
    private readonly log: NotificationLog,
    private readonly revision: Revision,
    private readonly answers: ClientAnswers,
    private readonly registry: McpRegistry,
  ) {}

  /** A client inside this process. No guard of the HTTP route runs; those of the handlers do. */
  static async inMemory(
    app: INestApplicationContext,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const { server = DEFAULT_SERVER_ID } = options;
    const transport = app.get<MemoryTransport>(serverToken(MemoryTransport, server), {
      strict: false,
    });
    return McpTestClient.open(app, options, (receiver) => memoryLink(transport, receiver));
  }

  /** A client of the application's HTTP server, which need not listen. Uses supertest. */
  static async overHttp(
    app: INestApplication,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const { http } = serverOptions(app, options);
    const { path = joinPath(globalPrefixOf(app), (http && http.path) || 'mcp') } = options;
    const { headers = {} } = options;
    const link = { server: app.getHttpServer() as Server, path, headers };
    return McpTestClient.open(app, options, (receiver) => httpLink({ ...link, receiver }));
  }

  private static async open(
    app: INestApplicationContext,
    options: McpTestClientOptions,
    connect: (receiver: TestReceiver) => TestLink | Promise<TestLink>,
  ): Promise<McpTestClient> {
    const revision = chooseRevision(app, options);
    const { server = DEFAULT_SERVER_ID, capabilities = {} } = options;
    const registry = app.get<McpRegistry>(serverToken(McpRegistry, server), { strict: false });
    const log = new NotificationLog();
    const answers = new ClientAnswers(capabilities);
    const link = await connect({
      notification: (notification) => log.add(notification),
      request: (request) => answers.respond(request),
    });
    const client = new McpTestClient(link, log, revision, answers, registry);
    if (revision.era === 'legacy') await client.handshake();
    return client;
  }

  /** Every notification received so far. */
  get notifications(): readonly JsonRpcNotification[] {
    return this.log.all;
  }

  /**
   * Each notification of this method once, in order, as it comes. One that is not about a request
   * comes in memory only; over HTTP up to 2025-11-25 those have a stream of their own, which this
   * client does not open.
   *
   * @throws Error when the client is closed before it comes
   */
  nextNotification(method: string): Promise<JsonRpcNotification> {
    return this.log.next(method);
  }

  /** The revision in use. */
  get protocolVersion(): string {
    return this.revision.version;
  }

  /**
   * Answers forms and addresses, approvals included, from now on, and declares that it does. In
   * 2026-07-28 `request()` and the methods that use it repeat the request with the answers, at most ten
   * times; what a handler throws rejects them. Up to 2025-11-25 it is an error to the server.
   */
  onElicit(handler: ElicitHandler): this {
    return this.declare(() => this.answers.onElicit(handler));
  }

  /** Answers requests for sampling, as {@link onElicit} does for forms. A text is a whole answer. */
  onSample(handler: SampleHandler): this {
    return this.declare(() => this.answers.onSample(handler));
  }

  /** Answers requests for roots, as {@link onElicit} does for forms. */
  onRoots(handler: RootsHandler): this {
    return this.declare(() => this.answers.onRoots(handler));
  }

  async listTools(): Promise<readonly ListedTool[]> {
    const { tools } = await this.request<{ tools: ListedTool[] }>('tools/list');
    return tools;
  }

  callTool(name: string, args: JsonObject = {}): Promise<CallToolResult> {
    return this.request('tools/call', { name, arguments: args });
  }

  async listResources(): Promise<readonly JsonObject[]> {
    const { resources } = await this.request<{ resources: JsonObject[] }>('resources/list');
    return resources;
  }

  readResource(uri: string): Promise<ReadResourceResult> {
    return this.request('resources/read', { uri });
  }

  /** Subscribes to a resource, up to 2025-11-25. Updates are among the notifications. */
  async subscribeResource(uri: string): Promise<void> {
    await this.request('resources/subscribe', { uri });
  }

  /** Ends a subscription, up to 2025-11-25. */
  async unsubscribeResource(uri: string): Promise<void> {
    await this.request('resources/unsubscribe', { uri });
  }

  /**
   * Listens for changes (2026-07-28). Several listens may be open at once.
   *
   * @throws McpTestError when it is answered with an error
   */
  listen(filter: ListenFilter): Promise<McpTestListen> {
    const { message, headers } = this.requestOf('subscriptions/listen', { notifications: filter });
    return McpTestListen.open((onMessage) => this.link.open(message, onMessage, headers));
  }

  async listPrompts(): Promise<readonly JsonObject[]> {
    const { prompts } = await this.request<{ prompts: JsonObject[] }>('prompts/list');
    return prompts;
  }

  getPrompt(name: string, args: Readonly<Record<string, string>> = {}): Promise<GetPromptResult> {
    return this.request('prompts/get', { name, arguments: args });
  }

  /** Candidates for one argument. */
  async complete(ref: CompletionRef, argument: string, value: string): Promise<readonly string[]> {
    const { completion } = await this.request<{ completion: { values: string[] } }>(
      'completion/complete',
      { ref, argument: { name: argument, value } },
    );
    return completion.values;
  }

  /**
   * Sends any request and gives its result. A result that asks is given as it is, unless there are
   * handlers for everything it asks.
   *
   * @throws McpTestError with code, data and HTTP status when it was answered with an error
   */
  async request<T = JsonObject>(method: string, params: JsonObject = {}): Promise<T> {
    const exchange = await this.converse(method, params);
    const { response } = exchange;
    if (response === undefined || !('result' in response)) {
      throw new McpTestError(method, exchange);
    }
    return response.result as T;
  }

  /** Sends any request and gives everything that came back: errors, and questions of 2026-07-28, too. */
  async exchange(method: string, params: JsonObject = {}): Promise<Exchange> {
    if (this.mustShakeHands) await this.handshake();
    const { message, headers } = this.requestOf(method, params);
    return this.link.send(message, headers);
  }

  /** Sends a notification. */
  async notify(method: string, params: JsonObject = {}): Promise<void> {
    await this.link.send({ jsonrpc: '2.0', method, params }, this.versionHeader);
  }

  /** Ends the session or connection. */
  async close(): Promise<void> {
    this.log.close();
    await this.link.close();
  }

  private declare(change: () => void): this {
    change();
    this.mustShakeHands = this.revision.era === 'legacy';
    return this;
  }

  /** Every round of a request (2026-07-28, Multi round-trip requests). */
  private async converse(method: string, params: JsonObject): Promise<Exchange> {
    for (let round = 0, more: JsonObject = {}; ; round++) {
      const exchange = await this.exchange(method, { ...params, ...more });
      const { response } = exchange;
      const result: unknown = response && 'result' in response ? response.result : undefined;
      const next = await this.answers.nextRound(result);
      if (next === undefined) return exchange;
      if (round === MAX_ROUNDS) throw new Error(`${method} asked more than ${MAX_ROUNDS} times`);
      more = next;
    }
  }

  private requestOf(method: string, params: JsonObject) {
    const isModern = this.revision.era === 'modern';
    const sent = isModern ? this.withEnvelope(params) : params;
    const version = method === 'initialize' ? {} : this.versionHeader;
    return {
      message: { jsonrpc: '2.0', id: this.nextId++, method, params: sent },
      headers: isModern ? this.mirror(method, params) : version,
    };
  }

  /** Every request after the handshake names the version (2025-06-18 and later, Streamable HTTP). */
  private get versionHeader(): Readonly<Record<string, string>> {
    const { hasVersionHeader, version } = this.revision;
    return hasVersionHeader ? { 'mcp-protocol-version': version } : {};
  }

  private async handshake(): Promise<void> {
    this.mustShakeHands = false;
    await this.request('initialize', {
      protocolVersion: this.revision.version,
      capabilities: this.answers.capabilities,
      clientInfo: CLIENT_INFO,
    });
    await this.notify('notifications/initialized');
  }

  private withEnvelope(params: JsonObject): JsonObject {
    const meta = (params._meta ?? {}) as JsonObject;
    return {
      ...params,
      _meta: {
        [MetaKey.ProtocolVersion]: this.revision.version,
        [MetaKey.ClientCapabilities]: this.answers.capabilities,
        [MetaKey.ClientInfo]: CLIENT_INFO,
        ...meta,
      },
    };
  }

  /**
   * The headers that repeat parts of the body (2026-07-28, Streamable HTTP). Other clients learn from
   * a list which arguments they repeat; that would be calls of the application a test did not make.
   */
  private mirror(method: string, params: JsonObject): Readonly<Record<string, string>> {
    const name = method === 'resources/read' ? params.uri : params.name;
    const tool =
      method === 'tools/call' ? this.registry.catalogue.findTool(String(name)) : undefined;
    return {
      ...this.versionHeader,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
      ...mirrorArguments(tool?.mirrored ?? [], params.arguments),
    };
  }
}

/** A prefix that excludes the endpoint cannot be seen here; give `path` then. */
const globalPrefixOf = (app: INestApplicationContext): string =>
  app.get(ApplicationConfig, { strict: false }).getGlobalPrefix();

const joinPath = (...parts: readonly string[]): string =>
  `/${parts.flatMap((part) => part.split('/').filter(Boolean)).join('/')}`;

function serverOptions(
  app: INestApplicationContext,
  { server = DEFAULT_SERVER_ID }: McpTestClientOptions,
): ResolvedOptions {
  return app.get<ResolvedOptions>(optionsToken(server), { strict: false });
}

function chooseRevision(app: INestApplicationContext, options: McpTestClientOptions): Revision {
  const { revisions } = serverOptions(app, options);
  const { protocolVersion } = options;
  const revision =
    protocolVersion === undefined ? revisions.all[0] : revisions.find(protocolVersion);
  if (revision !== undefined) return revision;
  const served = revisions.all.map(({ version }) => version).join(', ');
  throw new Error(`the server does not offer ${protocolVersion}; it offers ${served}`);
}
