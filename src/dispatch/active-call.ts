import type { Logger } from '@nestjs/common';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { sessionEnded } from '../protocol/protocol-errors.js';
import { readTraceContext } from '../protocol/trace-context.js';
import type { Handshake } from '../sessions/connection.js';
import type { TaskTerms } from '../registry/task-terms.js';
import type { HandlerCall } from '../registry/handlers/handler-call.interface.js';
import type { StateDraft } from '../sessions/session-state.js';
import { McpCancelledError } from './cancelled.error.js';
import type { Fallback } from './hooks/fallback.js';
import type { Answer } from './answer.js';
import type { Asking } from './input-requests/asking.interface.js';
import type { RequestContext } from './request-context.interface.js';
import type { SessionLink } from './sessions/session-link.interface.js';
import { CallSession } from './sessions/call-session.js';
import type { LinkServices } from './sessions/link-services.js';
import type { SessionComponents } from './sessions/session-components.js';
import type { SessionScope } from './sessions/session-scope.js';
import type { RunningCallback } from './slots/running-callback.interface.js';
import type { CallTask, TaskStart } from './tasks/call-task.interface.js';
import type { TaskMode } from './tasks/task-mode.js';
import type { CallFacts } from './telemetry/mcp-event.js';

/** What a client was asked for. */
export type AnswerKind = 'elicitation' | 'sampling' | 'roots';

/** What calls need of their dispatcher. */
export interface CallServices extends LinkServices {
  /** @throws McpException `-32602` for answers that came with the request and are not valid */
  openAsking(call: ActiveCall): Asking;
  nextId(): string;
  /** @throws as {@link ActiveCall.startTask} */
  startTask(call: ActiveCall, start: TaskStart): Promise<boolean>;
  /** Hears of an answer before the method does. */
  answered(kind: AnswerKind, answer: unknown, context: object): void | Promise<void>;
  /** Whether `McpContext.current()` works. */
  readonly asyncContext: boolean;
  /** What of the application serves those of a kind that have no handler. */
  fallback(kind: HandlerCall['kind']): Fallback | undefined;
  readonly logger: Logger;
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
  /** True once the application has let the session begin that the call is. */
  hasBegun = false;
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
  /** The session of the call, which in 2026-07-28 is the call itself. */
  readonly session: CallSession;
  private readonly controller = new AbortController();
  private askingNow: Asking | undefined;
  private taskNow: CallTask | undefined;
  private starting: Promise<boolean> | undefined;
  /** What `mayAsk` was when the questions were opened. */
  private askedFor = false;

  /** @param onParked called when the call starts to wait for a person */
  constructor(
    request: JsonRpcRequest,
    private contextNow: RequestContext,
    private readonly onParked: () => void = () => undefined,
  ) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
    this.session = new CallSession(contextNow, this.controller.signal);
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
    const { requestState, inputResponses } = this.params;
    return (
      this.context.revision.era === 'modern' &&
      (requestState !== undefined || inputResponses !== undefined)
    );
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
      if (this.session.isOver) this.askingNow.close();
    }
    return this.askingNow;
  }

  /** The task that the call goes on as, if it does: its request is answered. */
  get task(): CallTask | undefined {
    return this.taskNow;
  }

  /**
   * Goes on as a task, if its tool may and its client can follow one. Resolves with whether it is one now.
   * While that is under way, asking again changes nothing.
   *
   * @throws TypeError in anything but a tool that says so
   * @throws BusyError when there are too many
   */
  startTask(start: TaskStart): Promise<boolean> {
    this.starting ??= this.runningServices
      .startTask(this, start)
      .finally(() => (this.starting = undefined));
    return this.starting;
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

  get scope(): SessionScope {
    return this.session.scope;
  }

  get state(): StateDraft {
    return this.session.state;
  }

  get tags(): McpTags {
    return this.session.tags;
  }

  set tags(tags: McpTags) {
    this.session.tags = tags;
  }

  get pageSize(): number | undefined {
    return this.session.pageSize;
  }

  set pageSize(size: number | undefined) {
    this.session.pageSize = size;
  }

  get components(): SessionComponents {
    const { connection } = this.context;
    return this.scope.components(() => this.runningServices.openComponents(connection));
  }

  get maxWaiting(): number {
    return this.runningServices.maxWaiting;
  }

  get mayLog(): boolean {
    return this.runningServices.mayLog(this.context.connection?.isLasting ?? true);
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
    const { lasting, isOver } = this.session;
    const isAnswered = isOver && !outlet.isOpen;
    if (lasting === undefined || !isAnswered) return outlet.send(notification);
    this.runningServices.push(lasting, notification);
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
    const { lasting, isOver } = this.session;
    if (lasting !== undefined) return lasting.close('stopped', reason);
    if (isOver || this.signal.aborted) return;
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
    this.session.end();
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
