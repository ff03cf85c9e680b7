import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import type { Server } from 'node:http';
import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { ElicitHandler, RootsHandler, SampleHandler } from './client-answers.interface.js';
import { ClientAnswers } from './client-answers.js';
import { Conversation } from './conversation.js';
import type { TestDenial } from './denial.js';
import { expectDenied } from './expect-denied.js';
import { httpLink } from './http.link.js';
import { Incoming } from './incoming.js';
import type { McpTestElicitation } from './mcp-test-elicitation.js';
import type { ListenFilter, McpTestListen } from './mcp-test-listen.js';
import { McpTestTask } from './mcp-test-task.js';
import type { McpTestClientOptions, TestCallOptions } from './mcp-test-client.interface.js';
import { memoryLink } from './memory.link.js';
import { ProtocolMethods } from './protocol-methods.js';
import { ServerUnderTest } from './server-under-test.js';
import { showRequest } from './show.js';
import { TestRequests } from './test-requests.js';
import type { TestExchange, TestLink, TestReceiver } from './test-link.interface.js';

/**
 * A client for tests of an application's MCP server, in memory or over HTTP, in either era. What goes wrong
 * rejects with an `McpTestError` that tells what was known.
 *
 * @example
 * ```ts
 * const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });
 * const result = await client.callTool('find_order', { number: 'A-1' });
 * ```
 * @publicApi
 */
export class McpTestClient extends ProtocolMethods {
  private constructor(
    private readonly server: ServerUnderTest,
    private readonly conversation: Conversation,
    private readonly answers: ClientAnswers,
    private readonly incoming: Incoming,
  ) {
    super();
  }

  /** A client inside this process. No guard of the HTTP route runs; those of the handlers do. */
  static async inMemory(
    app: INestApplicationContext,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const server = new ServerUnderTest(app, options);
    return McpTestClient.open(server, options, async (receiver) =>
      memoryLink(server.connect(), receiver),
    );
  }

  /** A client of the application's HTTP server, which need not listen. Uses supertest. */
  static async overHttp(
    app: INestApplication,
    options: McpTestClientOptions = {},
  ): Promise<McpTestClient> {
    const server = new ServerUnderTest(app, options);
    const { path } = server;
    const { headers = {} } = options;
    const link = { server: app.getHttpServer() as Server, path, headers };
    return McpTestClient.open(server, options, (receiver) => httpLink({ ...link, receiver }));
  }

  private static async open(
    server: ServerUnderTest,
    { capabilities = {} }: McpTestClientOptions,
    connect: (receiver: TestReceiver) => Promise<TestLink>,
  ): Promise<McpTestClient> {
    const { revision, registry } = server;
    const answers = new ClientAnswers(capabilities);
    const incoming = new Incoming(answers);
    const link = await connect(incoming);
    const requests = new TestRequests(revision, answers, registry);
    const explain = (exchange: TestExchange) => server.explain(exchange);
    const parts = { link, revision, answers, incoming, requests, explain };
    const conversation = new Conversation(parts);
    await conversation.begin();
    return new McpTestClient(server, conversation, answers, incoming);
  }

  /** The revision in use. */
  get protocolVersion(): string {
    return this.conversation.revision.version;
  }

  /** Every notification received so far. */
  get notifications(): readonly JsonRpcNotification[] {
    return this.incoming.log.all;
  }

  /**
   * Each notification of this method once, in order, as it comes.
   *
   * @throws McpTestError when it cannot come any more: the client is closed, or nothing is under way
   *   that could bring it, neither a request, nor a listen, nor (up to 2025-11-25) memory or an open stream
   */
  nextNotification(method: string): Promise<JsonRpcNotification> {
    return this.conversation.nextNotification(method);
  }

  /**
   * Answers forms and addresses, approvals included, from now on, and declares that it does. In
   * 2026-07-28 `request()` and the methods that use it repeat the request with the answers, at most ten
   * times; what a handler throws rejects them. Up to 2025-11-25 it is an error to the server.
   */
  onElicit(handler: ElicitHandler): this {
    this.conversation.declare((answers) => answers.onElicit(handler));
    return this;
  }

  /** Answers requests for sampling, as {@link onElicit} does for forms. A text is a whole answer. */
  onSample(handler: SampleHandler): this {
    this.conversation.declare((answers) => answers.onSample(handler));
    return this;
  }

  /** Answers requests for roots, as {@link onElicit} does for forms. */
  onRoots(handler: RootsHandler): this {
    this.conversation.declare((answers) => answers.onRoots(handler));
    return this;
  }

  /**
   * The next question of a running call that no handler of {@link onElicit} answers: a form, an
   * address, or an approval. The client declares that it can be asked, for requests that are made in
   * the same turn or later; with `capabilities: { elicitation: {} }` it does from the start.
   *
   * @throws McpTestError when no call is under way any more, or the client is closed
   */
  nextElicitation(): Promise<McpTestElicitation> {
    return this.conversation.nextElicitation();
  }

  /**
   * Waits for the next question, which must be an approval, and says yes.
   *
   * @returns what was asked
   * @throws McpTestError as {@link nextElicitation}, and for a question that is no approval
   */
  async approve(): Promise<McpTestElicitation> {
    const question = await this.conversation.nextApproval();
    question.accept({ approve: true });
    return question;
  }

  /** Says no, as {@link approve} says yes. */
  async decline(): Promise<McpTestElicitation> {
    const question = await this.conversation.nextApproval();
    question.decline();
    return question;
  }

  /**
   * Calls a tool as a task (2025-11-25 and 2026-07-28).
   *
   * @throws McpTestError when it is answered without a task
   */
  startTask(
    name: string,
    args: JsonObject = {},
    options: TestCallOptions & { readonly ttlMs?: number } = {},
  ): Promise<McpTestTask> {
    const params = { name, arguments: args };
    return McpTestTask.start(this.conversation, this.answers, params, options);
  }

  /**
   * Calls a tool that must be denied: by the policy, by a guard, or by a person. For what is no tool give
   * the attempt: `expectDenied(client.readResource(uri))`.
   *
   * @throws McpTestError when it was allowed, or failed otherwise
   */
  expectDenied(tool: string, args?: JsonObject): Promise<TestDenial>;
  expectDenied(attempt: Promise<unknown>): Promise<TestDenial>;
  expectDenied(attempt: string | Promise<unknown>, args: JsonObject = {}): Promise<TestDenial> {
    const fail = (message: string, details: readonly string[]) =>
      this.conversation.error(message, [...details, ...this.server.catalogue]);
    return typeof attempt === 'string'
      ? expectDenied(showRequest(attempt, args), this.callTool(attempt, args), fail)
      : expectDenied('the attempt', attempt, fail);
  }

  /**
   * Listens for changes (2026-07-28). Several listens may be open at once.
   *
   * @throws McpTestError when it is answered with an error
   */
  listen(filter: ListenFilter): Promise<McpTestListen> {
    return this.conversation.listen(filter);
  }

  /**
   * Opens the stream of the session over HTTP (up to 2025-11-25), on which comes what belongs to no
   * request: changes, and messages of the application. In memory that comes without it.
   *
   * @throws McpTestError in 2026-07-28, and when it is refused
   */
  openStream(): Promise<void> {
    return this.conversation.openStream();
  }

  /** Messages of at least this level are wanted from now on; in 2026-07-28 none are before. */
  setLogLevel(level: LogLevel): Promise<void> {
    return this.conversation.setLogLevel(level);
  }

  /**
   * Sends any request and gives its result. In 2026-07-28 a result that asks is given as it is, unless
   * there are handlers for everything it asks, or the test has taken questions by `nextElicitation()`.
   *
   * @throws McpTestError with code, data and HTTP status when it was answered with an error
   */
  request<T = JsonObject>(
    method: string,
    params: JsonObject = {},
    options?: TestCallOptions,
  ): Promise<T> {
    return this.conversation.request(method, params, { ...options, isRaw: true }) as Promise<T>;
  }

  /** Sends any request and gives everything that came back: errors, and questions of 2026-07-28, too. */
  exchange(method: string, params: JsonObject = {}): Promise<TestExchange> {
    return this.conversation.exchange(method, params);
  }

  /** Sends a notification. */
  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.conversation.notify(method, params);
  }

  /** Ends the session or connection. */
  close(): Promise<void> {
    return this.conversation.close();
  }

  protected resultOf<T>(
    method: string,
    params: JsonObject = {},
    options?: TestCallOptions,
  ): Promise<T> {
    return this.conversation.request(method, params, options) as Promise<T>;
  }
}
