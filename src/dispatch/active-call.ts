import type { Logger } from '@nestjs/common';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { NO_TAGS } from '../protocol/mcp-tags.js';
import { sessionEnded } from '../protocol/protocol-errors.js';
import { readTraceContext } from '../protocol/trace-context.js';
import type { Connection, Handshake } from '../sessions/connection.js';
import type { TaskTerms } from '../registry/task-terms.js';
import type { HandlerCall } from '../registry/handlers/handler-call.interface.js';
import type { StateDraft } from '../sessions/session-state.js';
import { McpCancelledError } from './cancelled.error.js';
import type { Fallback } from './hooks/fallback.js';
import type { Answer } from './answer.js';
import type { Asking } from './input-requests/asking.interface.js';
import type { RequestContext } from './request-context.interface.js';
import type { SessionLink } from './sessions/session-link.interface.js';
import type { OpenComponents, SessionComponents } from './sessions/session-components.js';
import { SessionScope } from './sessions/session-scope.js';
import type { RunningCallback } from './slots/running-callback.interface.js';
import type { CallTask, TaskStart } from './tasks/call-task.interface.js';
import type { TaskMode } from './tasks/task-mode.js';
import type { CallFacts } from './telemetry/mcp-event.js';
import type { ReportFailure } from './telemetry/report-failure.js';

/** What a client was asked for. */
export type AnswerKind = 'elicitation' | 'sampling' | 'roots';

/** What calls need of their dispatcher. */
export interface CallServices {
  /** @throws McpException `-32602` for answers that came with the request and are not valid */
  openAsking(call: ActiveCall): Asking;
  /** True when the server declares that it tells changes of the list. */
  tellsChanges(list: string): boolean;
  /** Sends on the stream of a connection. */
  push(connection: Connection, notification: JsonRpcNotification): void;
  /** Tells a connection that an elicitation of its own is complete. */
  completeElicitation(id: string, connection: Connection): boolean;
  nextId(): string;
  /** @throws as {@link ActiveCall.startTask} */
  startTask(call: ActiveCall, start: TaskStart): Promise<boolean>;
  /** Values of the application that may wait for one of its listeners. */
  readonly maxWaiting: number;
  /** Hears of an answer before the method does. */
  answered(kind: AnswerKind, answer: unknown, context: object): void | Promise<void>;
  readonly openComponents: OpenComponents;
  /** Whether `McpContext.current()` works. */
  readonly asyncContext: boolean;
  /** What of the application serves those of a kind that have no handler. */
  fallback(kind: HandlerCall['kind']): Fallback | undefined;
  readonly logger: Logger;
  readonly report: ReportFailure;
}

/** One request from its arrival to its one settlement. */
export class ActiveCall implements SessionLink {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** True from the moment a person is asked about the call. */
  wasAsked = false;
  /** True for a method that tells its client of changes. */
  isListen = false;
  /** Tells its client of a change, if it wants to know; absent until that is acknowledged. */
  tellChange: ((notification: JsonRpcNotification) => void) | undefined;
  /** True when the server declares that it sends log messages. */
  mayLog = false;
  /** True once the application has let the session begin that the call is. */
  hasBegun = false;
  /** True while the application decides whether a session begins. */
  isOpening = false;
  /** True once the application has ended the session that the call is. */
  wasStopped = false;
  /** True once a person has agreed to the call. */
  isApproved = false;
  /** Why it is refused, for the log: words of the server, and of the policy. */
  rejection?: string;
  /** The callback that runs, if one does. */
  callback: RunningCallback | undefined;
  /** How its tool runs as a task; known once the tool is. */
  taskTerms: TaskTerms | undefined;
  /** When it becomes a task, if it does. */
  taskMode: TaskMode = 'plain';
  /** Takes the answer of a call that goes on as a task, for whoever waits for it. */
  onTask: ((created: Answer) => void) | undefined;
  /** Given before the call runs; so is the next. */
  services: CallServices | undefined;
  /** True when the method may ask the client. */
  mayAsk = false;
  private readonly controller = new AbortController();
  private scopeNow: SessionScope | undefined;
  private stateNow: StateDraft | undefined;
  private tagsNow: McpTags | undefined;
  private pageSizeNow: number | undefined;
  private askingNow: Asking | undefined;
  private taskNow: CallTask | undefined;
  /** What `mayAsk` was when the questions were opened. */
  private askedFor = false;
  private isOver = false;

  /** @param onParked called when the call starts to wait for a person */
  constructor(
    request: JsonRpcRequest,
    private contextNow: RequestContext,
    private readonly onParked: () => void = () => undefined,
  ) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
  }

  get context(): RequestContext {
    return this.contextNow;
  }

  /** From here on it is of a client that has shaken hands. */
  shakeHands(handshake: Handshake): void {
    this.contextNow = { ...this.contextNow, ...handshake };
  }

  /** Aborted when the answer is not wanted any more, or the call took too long. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** True when nothing may be answered. */
  get isCancelled(): boolean {
    return this.signal.aborted && this.signal.reason instanceof McpCancelledError;
  }

  /** True when it brings answers to questions of an earlier one (2026-07-28). */
  get isRetry(): boolean {
    return this.params.requestState !== undefined || this.params.inputResponses !== undefined;
  }

  /** The questions of the call, if it asked any yet. */
  get asked(): Asking | undefined {
    return this.askingNow;
  }

  /**
   * The questions of the call.
   *
   * @throws McpException `-32602` for answers that came with the request and are not valid
   */
  get asking(): Asking {
    if (this.askingNow === undefined || (this.askedFor !== this.mayAsk && !this.taskNow)) {
      this.askingNow = this.runningServices.openAsking(this);
      this.askedFor = this.mayAsk;
      if (this.isOver) this.askingNow.close();
    }
    return this.askingNow;
  }

  /** The task that the call goes on as, if it does: its request is answered. */
  get task(): CallTask | undefined {
    return this.taskNow;
  }

  /**
   * Goes on as a task, if its tool may and its client can follow one. Resolves with whether it is one now.
   *
   * @throws TypeError in anything but a tool that says so
   * @throws BusyError when there are too many
   */
  startTask(start: TaskStart): Promise<boolean> {
    return this.runningServices.startTask(this, start);
  }

  /**
   * From here on nobody waits for it, and what it asks and tells goes the way of tasks.
   *
   * @param created answers the request
   */
  becomeTask(task: CallTask, created: Answer): void {
    this.taskNow = task;
    this.askingNow = task.asking;
    this.contextNow = { ...this.contextNow, outlet: task.outlet, disconnected: undefined };
    this.onTask?.(created);
  }

  /** True where nothing lasts beyond the request, so that it is a session of its own. */
  get isAlone(): boolean {
    return this.lasting === undefined;
  }

  /** The connection, where that outlasts the request. */
  private get lasting(): Connection | undefined {
    const { connection } = this.context;
    return connection?.isLasting === true ? connection : undefined;
  }

  /** The session of the call, which in 2026-07-28 is the call itself. */
  get scope(): SessionScope {
    if (this.lasting !== undefined) return SessionScope.of(this.lasting);
    if (this.scopeNow === undefined) {
      this.scopeNow = new SessionScope();
      if (this.isOver) this.scopeNow.end();
    }
    return this.scopeNow;
  }

  /** @throws what the application throws when it is asked for them */
  get tags(): McpTags {
    if (this.lasting !== undefined) return this.lasting.tags;
    const { tagsOf, host } = this.context;
    return (this.tagsNow ??= tagsOf?.(host.request) ?? NO_TAGS);
  }

  set tags(tags: McpTags) {
    if (this.lasting === undefined) this.tagsNow = tags;
    else this.lasting.tags = tags;
  }

  get maxWaiting(): number {
    return this.runningServices.maxWaiting;
  }

  get components(): SessionComponents {
    const { connection } = this.context;
    return this.scope.components(() => this.runningServices.openComponents(connection));
  }

  /** Its session, if anybody needed that so far. */
  get knownScope(): SessionScope | undefined {
    const { connection } = this.context;
    return this.scopeNow ?? (connection && SessionScope.find(connection));
  }

  /** Entries in one page of its lists; `undefined` where it is that of the server. */
  get pageSize(): number | undefined {
    return this.lasting === undefined ? this.pageSizeNow : this.lasting.pageSize;
  }

  set pageSize(size: number | undefined) {
    if (this.lasting === undefined) this.pageSizeNow = size;
    else this.lasting.pageSize = size;
  }

  get state(): StateDraft {
    // What code that a call left running still writes is nobody's, but for the beginning of a session.
    if (this.isOver && !this.isOpening) return this.scope.state.draft();
    return (this.stateNow ??= this.scope.state.draft());
  }

  /** A callback of the application succeeded: what it wrote to the state stays, if it is wanted still. */
  commitState(): void {
    if (!this.signal.aborted) this.stateNow?.commit();
  }

  /** The state as the beginning of a session has left it that nobody waits for any more. */
  takeState(): StateDraft {
    const { state } = this;
    this.isOpening = false;
    this.stateNow = undefined;
    return state;
  }

  /** A callback failed, and the call goes on with another one. */
  dropState(): void {
    this.stateNow = undefined;
  }

  tellsChanges(list: string): boolean {
    return this.runningServices.tellsChanges(list);
  }

  /**
   * Sends to the client: with the response, and once that is answered, on the stream of the session. A
   * listen is told of changes, in its own way.
   */
  send(notification: JsonRpcNotification): void | Promise<void> {
    if (this.isListen) return this.tellChange?.(notification);
    const { outlet } = this.context;
    const isAnswered = this.isOver && !outlet.isOpen;
    if (this.lasting === undefined || !isAnswered) return outlet.send(notification);
    this.runningServices.push(this.lasting, notification);
  }

  completeElicitation(id: string): boolean {
    const { connection } = this.context;
    return connection !== undefined && this.runningServices.completeElicitation(id, connection);
  }

  /** An id that nobody can guess. */
  nextId(): string {
    return this.runningServices.nextId();
  }

  /** Ends the session. */
  stop(reason: string): void {
    const { connection } = this.context;
    if (connection !== undefined && !this.isAlone) return connection.close('stopped', reason);
    if (this.isOver || this.signal.aborted) return;
    this.wasStopped = true;
    this.abort(sessionEnded(reason));
  }

  report(thrown: unknown, place: string): void {
    this.runningServices.report(thrown, place);
  }

  private get runningServices(): CallServices {
    if (this.services === undefined) throw new TypeError('the call does not run yet');
    return this.services;
  }

  /** The call is over: code it left running asks nothing more. */
  end(): void {
    this.isOver = true;
    if (this.isAlone) this.scopeNow?.end();
    this.askingNow?.close();
  }

  /** The call starts to wait for its client. */
  park(): void {
    this.wasAsked = true;
    this.onParked();
  }

  /** Calls the call off; nothing is answered. */
  cancel(reason: string): void {
    this.controller.abort(new McpCancelledError(reason));
  }

  /** Aborts the signal for another reason than a cancellation; the call is still answered. */
  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** What telemetry may say about any call. */
  get facts(): CallFacts {
    const { connection, principalKey, transport } = this.context;
    const { method, params } = this;
    const name = typeof params.name === 'string' ? params.name : undefined;
    const trace = isJsonObject(params._meta) ? readTraceContext(params._meta) : undefined;
    return {
      method,
      name,
      transport,
      connectionId: connection?.lastingId,
      principalKey,
      ...(trace && { traceparent: trace.traceparent }),
    };
  }
}
