import type { Observable } from 'rxjs';
import type { PushedMessage } from '../notifications/mcp-notification-bus.js';
import { endsWithin } from '../protocol/ends-within.js';
import type { DecodedResponse } from '../protocol/decode-message.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../protocol/json-rpc.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { sessionEnded } from '../protocol/protocol-errors.js';
import type { Connection } from '../sessions/connection.js';
import { describeConnection } from '../sessions/describe-connection.js';
import type { SessionEnd, SessionEndReason } from '../sessions/session-end.js';
import { ActiveCall } from './active-call.js';
import type { Settlement } from './answer.js';
import { CallExecutor } from './call-executor.js';
import { CallRuns } from './call-runs.js';
import { ClientNotifications } from './client-notifications.js';
import type { DirectCall } from './direct-calls.js';
import { DEFAULT_CONNECTION_ID, DirectCalls } from './direct-calls.js';
import type { HandleMessageOptions } from './direct-wait.js';
import type { DispatcherSnapshot } from './dispatcher-snapshot.interface.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { createMethodTable } from './method-table.js';
import type { RequestContext } from './request-context.interface.js';
import { ServedMethods } from './served-methods.js';
import { McpSessions } from './sessions/mcp-sessions.js';
import type { RestoreOutcome } from './sessions/session-restoration.js';
import { SessionRestoration } from './sessions/session-restoration.js';
import { ChangeDelivery } from './subscriptions/change-delivery.js';
import { McpTasks } from './tasks/mcp-tasks.js';
import { RejectionLog } from './telemetry/rejection-log.js';
import { RequestReports } from './telemetry/request-reports.js';

/**
 * Answers requests, whatever transport they came by. It knows no HTTP and no stream; every bound
 * holds here, and no caller, client or policy can make it wait.
 *
 * @publicApi
 */
export class McpDispatcher {
  private readonly methods: ServedMethods;
  private readonly executor: CallExecutor;
  private readonly runs: CallRuns;
  private readonly direct: DirectCalls;
  private readonly changes: ChangeDelivery;
  private readonly reports: RequestReports;
  private readonly notifications: ClientNotifications;

  /** The sessions that live. */
  readonly sessions: McpSessions;

  /** The tasks of this server. */
  readonly tasks: McpTasks;

  constructor(private readonly parts: DispatchParts) {
    this.tasks = new McpTasks(parts.tasks, parts.taskRunner);
    this.sessions = new McpSessions(parts.sessions);
    const { telemetry, clock, logger } = parts;
    this.methods = new ServedMethods(createMethodTable(parts), parts);
    this.executor = new CallExecutor(parts, this.methods);
    this.runs = new CallRuns(this.executor, telemetry, clock, new RejectionLog(logger));
    this.direct = new DirectCalls(this, parts);
    this.changes = new ChangeDelivery(parts);
    this.reports = new RequestReports({
      ...parts,
      hasResults: parts.options.auditResults,
      isMethod: (call) => this.methods.knows(call),
    });
    const { runs, reports } = this;
    this.notifications = new ClientNotifications({ ...parts, runs, reports });
  }

  /**
   * Runs a request for a transport. Gives `null` when the call was cancelled, and `NO_REPLY` when the
   * application answers it with nothing. Never rejects.
   *
   * @param onParked called when the call starts to wait for a person
   */
  dispatch(
    request: JsonRpcRequest,
    context: RequestContext,
    onParked?: () => void,
  ): Promise<Settlement> {
    return this.run(new ActiveCall(request, context, onParked));
  }

  /**
   * Lets a session begin again that was kept in a store, on a connection that has shaken hands. Nothing
   * of it is served before, and what is refused has not begun. Never rejects.
   *
   * @param context of the message that named the session
   * @param uris resources it was subscribed to
   */
  restore(context: RequestContext, uris: readonly string[]): Promise<RestoreOutcome> {
    const restoration = new SessionRestoration(this.parts, uris);
    return restoration.outcome((request) =>
      this.runs.run(new ActiveCall(request, context), restoration),
    );
  }

  /** Runs a call somebody holds on to. Never rejects. */
  run(call: ActiveCall): Promise<Settlement> {
    if (this.reports.areOff) return this.runs.run(call);
    return this.reports.follow(call, () => this.runs.run(call));
  }

  /** Takes a notification from a client. Unknown ones are dropped (JSON-RPC 2.0, section 4.1). */
  receive(notification: JsonRpcNotification, scope: object | undefined): void {
    this.notifications.receive(notification, scope);
  }

  /**
   * Takes a client's answer to a request of the server. One nobody waits for is dropped, and looks
   * like any other.
   */
  receiveResponse(response: DecodedResponse, connection: Connection): void {
    this.parts.parked.answer(connection, response);
  }

  /**
   * Handles one message of a direct caller: this process, without a transport. Resolves with the
   * answer, or with `null` when there is none to give now: for notifications and responses, for a
   * cancelled call, and for a call that waits for a person, whose answer is then pushed to
   * `connect(connectionId)`.
   *
   * @throws McpTimeoutError after `timeoutMs`, the reason of `signal` when that is aborted; either
   *   cancels the call
   */
  handleMessage(
    message: unknown,
    connectionId: string = DEFAULT_CONNECTION_ID,
    options: HandleMessageOptions = {},
  ): Promise<JsonRpcResponse | null> {
    return this.direct.handleMessage(message, connectionId, options);
  }

  /**
   * Sends one message of a direct caller and gives a handle at once. `response` settles exactly once:
   * with the answer, also that of a call that waited for a person, or with `null`.
   *
   * @param caller when it is aborted, everything the caller has outstanding is cancelled
   */
  request(
    message: unknown,
    connectionId: string = DEFAULT_CONNECTION_ID,
    caller?: AbortSignal,
  ): DirectCall {
    return this.direct.request(message, connectionId, caller);
  }

  /** Cancels a request by the `ref` of its handle. Finished and unknown ones are fine. */
  cancel(ref: string): void {
    this.direct.cancel(ref);
  }

  /**
   * The messages pushed to a direct connection, from now on. Ending the subscription ends the
   * connection: its capabilities and waiting calls are forgotten, and tools that were approved there
   * are aborted. A second subscription under an id takes over, as if the first had ended.
   */
  connect(connectionId: string = DEFAULT_CONNECTION_ID): Observable<PushedMessage> {
    return this.direct.connect(connectionId);
  }

  /** True when the application chose a policy for tool calls; false once the server stops. */
  authorizationConfigured(): boolean {
    return !this.runs.isStopping && this.parts.policy().isConfigured;
  }

  /** True when reads are gated; false once the server stops. */
  readAuthorizationConfigured(): boolean {
    return !this.runs.isStopping && this.parts.policy().gatesReads;
  }

  /** True when a request of this id waits for its answer in this scope. */
  isInFlight(scope: object, id: JsonRpcRequest['id']): boolean {
    return this.runs.has(scope, id);
  }

  /** Cancels everything of a scope: its connection is gone. */
  cancelAll(scope: object, reason: string): void {
    this.runs.cancelAll(scope, reason);
  }

  /** The calls of a connection that are about it: those it was asked about, and its listens. */
  cancelTied(scope: object, reason: string): void {
    this.runs.cancelAll(scope, reason, ({ wasAsked, isListen }) => wasAsked || isListen);
  }

  /** What is pushed to a legacy connection, outside the answers to its requests, from now on. */
  pushes(connection: Connection): Observable<PushedMessage> {
    return this.parts.bus.connect(connection.address, {
      describe: () => describeConnection(connection),
    });
  }

  /** Answers every request of a connection that runs with `-32603`, saying why. */
  failAll(connection: Connection, detail: string): void {
    this.runs.failAll(connection, sessionEnded(detail));
  }

  /**
   * A connection is over: nothing is sent to it without being asked any more. Its requests go on. The
   * first reason counts.
   */
  forget(connection: Connection, reason: SessionEndReason): void {
    connection.endReason ??= reason;
    this.parts.audience.leave(connection);
    this.parts.legacySubscriptions.end(connection);
    this.parts.elicitations.end(connection);
    this.parts.sessions.end(connection, reason, this.runs.whenDone(connection));
    this.endTasks(connection, reason);
  }

  /** A session that ends with the server may go on in another process, and so may its tasks. */
  private endTasks(connection: Connection, reason: SessionEndReason): void {
    const { identity, taskRunner } = this.parts;
    const mayHaveSome = connection.isLasting && identity.capabilities.has('tasks');
    if (mayHaveSome && reason !== 'shutdown') void taskRunner.endSession(connection);
  }

  /** A connection is gone: cancels everything of it and forgets it. */
  end(connection: Connection, { reason, detail }: SessionEnd): void {
    this.forget(connection, reason);
    this.cancelAll(connection, detail);
  }

  /**
   * The server stops: refuses new requests, ends every listen, waits until every other request is
   * answered, at most `graceMs` milliseconds, then cancels the rest and ends every connection.
   */
  async drain(graceMs: number): Promise<void> {
    this.changes.leaveCatalogue();
    const stopped = this.stopWork(graceMs);
    this.parts.listens.close();
    await stopped;
    await this.endSessions(graceMs);
    this.changes.close();
    this.parts.bus.close();
    this.direct.close();
  }

  /** Any call may become a task until it is answered, so tasks are stopped after calls. */
  private async stopWork(graceMs: number): Promise<void> {
    const { clock, taskRunner } = this.parts;
    const end = clock.monotonic() + graceMs;
    await this.runs.stop(graceMs);
    await taskRunner.stop(Math.max(0, end - clock.monotonic()));
  }

  /** The application is told of every end while its own parts still work. */
  private async endSessions(graceMs: number): Promise<void> {
    const { sessions, clock, logger } = this.parts;
    sessions.endAll('shutdown');
    // Calls that were cancelled are answered before they are over.
    const settled = this.executor.whenIdle().then(() => sessions.settled());
    if (!(await endsWithin(clock, graceMs, settled))) {
      logger.warn('hooks.onTerminate has not ended for every session (limits.shutdownGraceMs)');
    }
  }

  /** How busy the dispatcher is. */
  snapshot(): DispatcherSnapshot {
    const { pool, parked, listens, subscriptions, taskRunner } = this.parts;
    return {
      pending: this.runs.size,
      inFlight: pool.inFlight,
      abandoned: pool.abandoned,
      parked: parked.size,
      connections: this.direct.live,
      capabilities: this.direct.remembered,
      listens: listens.size,
      tasks: taskRunner.size,
      subscriptions: subscriptions.size,
    };
  }

  /** Every method there is, for checks of the whole table. */
  get handlers(): readonly MethodHandler[] {
    return this.methods.all;
  }

  /** The member of `params` that the `Mcp-Name` header mirrors for this method, if any. */
  routingMember(method: string, revision: Revision): string | undefined {
    return this.methods.find(method, revision)?.routingMember;
  }

  /** True when the method needs a client that takes messages before the answer, at any time. */
  isStream(method: string, revision: Revision): boolean {
    return this.methods.find(method, revision)?.isStream ?? false;
  }

  /** True when the method exists for requests of this revision. */
  serves(method: string, revision: Revision): boolean {
    return this.methods.find(method, revision) !== undefined;
  }
}
