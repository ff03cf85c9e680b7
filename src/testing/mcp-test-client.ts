import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import type { Server } from 'node:http';
import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '../protocol/content.interface.js';
import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ElicitHandler, RootsHandler, SampleHandler } from './client-answers.js';
import { ClientAnswers } from './client-answers.js';
import { httpLink } from './http.link.js';
import type { ListenFilter } from './mcp-test-listen.js';
import { McpTestListen } from './mcp-test-listen.js';
import { McpTestError } from './mcp-test.error.js';
import type {
  CompletionRef,
  ListedTool,
  McpTestClientOptions,
} from './mcp-test-client.interface.js';
import { memoryLink } from './memory.link.js';
import { NotificationLog } from './notification-log.js';
import { ServerUnderTest } from './server-under-test.js';
import { TestRequests } from './test-requests.js';
import type { Exchange, TestLink, TestReceiver } from './test-link.interface.js';

/** A handler that asks more often is taken for one that never ends. */
const MAX_ROUNDS = 10;

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
  /** Capabilities have changed since the handshake. */
  private mustShakeHands = false;

  private constructor(
    private readonly link: TestLink,
    private readonly log: NotificationLog,
    private readonly revision: Revision,
    private readonly answers: ClientAnswers,
    private readonly requests: TestRequests,
  ) {}

  /** A client inside this process. No guard of the HTTP route runs; those of the handlers do. */
  static async inMemory(
    app: INestApplicationContext,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const server = new ServerUnderTest(app, options);
    const { memoryTransport } = server;
    return McpTestClient.open(server, options, (receiver) => memoryLink(memoryTransport, receiver));
  }

  /** A client of the application's HTTP server, which need not listen. Uses supertest. */
  static async overHttp(
    app: INestApplication,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const server = new ServerUnderTest(app, options);
    const { path = server.path, headers = {} } = options;
    const link = { server: app.getHttpServer() as Server, path, headers };
    return McpTestClient.open(server, options, (receiver) => httpLink({ ...link, receiver }));
  }

  private static async open(
    server: ServerUnderTest,
    { protocolVersion, capabilities = {} }: McpTestClientOptions,
    connect: (receiver: TestReceiver) => TestLink | Promise<TestLink>,
  ): Promise<McpTestClient> {
    const revision = server.revision(protocolVersion);
    const log = new NotificationLog();
    const answers = new ClientAnswers(capabilities);
    const link = await connect({
      notification: (notification) => log.add(notification),
      request: (request) => answers.respond(request),
    });
    const requests = new TestRequests(revision, answers, server.registry);
    const client = new McpTestClient(link, log, revision, answers, requests);
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
    const { message, headers } = this.requests.write('subscriptions/listen', {
      notifications: filter,
    });
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
    const { message, headers } = this.requests.write(method, params);
    return this.link.send(message, headers);
  }

  /** Sends a notification. */
  async notify(method: string, params: JsonObject = {}): Promise<void> {
    await this.link.send({ jsonrpc: '2.0', method, params }, this.requests.versionHeader);
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

  private async handshake(): Promise<void> {
    this.mustShakeHands = false;
    await this.request('initialize', this.requests.handshake);
    await this.notify('notifications/initialized');
  }
}
