import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../authorization/policy.js';
import { ErrorCode } from '../protocol/error-codes.js';
import { McpException } from '../protocol/mcp.exception.js';
import { invalidRequest, methodNotFound } from '../protocol/protocol-errors.js';
import type { Connection } from '../sessions/connection.js';
import type { ActiveCall, CallServices } from './active-call.js';
import type { Answer } from './answer.js';
import { callerOf } from './caller-of.js';
import { deniedBecause } from './telemetry/denied-because.js';
import { describeFailure, toException } from './failures/failure.js';
import { readDenied } from './failures/read-failure.js';
import { busyError, timeoutError, tooLargeError } from './failures/limit-errors.js';
import { ResultTooLargeError } from './failures/result-too-large.error.js';
import { NO_REPLY } from './hooks/no-reply.js';
import { InputRequired } from './input-required.js';
import type { MethodHandler, MethodResult } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { PreparedResult } from './prepared-result.js';
import { ResultWriter } from './result-writer.js';
import type { ServedMethods } from './served-methods.js';
import { BusyError } from './slots/busy.error.js';
import { CallbackTimeoutError } from './slots/callback-timeout.error.js';
import { whileWanted } from './while-wanted.js';

/**
 * Finds the method of a request in the table of its revision, runs it behind the policy and within
 * the bounds, and turns what it gives or throws into the one answer.
 */
export class CallExecutor {
  /** One for all calls. */
  private readonly services: CallServices;
  private readonly writer: ResultWriter;
  private running = 0;
  private readonly idleWaiters = new Set<() => void>();

  constructor(
    private readonly parts: DispatchParts,
    private readonly methods: ServedMethods,
  ) {
    this.writer = new ResultWriter(parts);
    this.services = {
      ...parts.link,
      openAsking: (call) => parts.asking.create(call, call.mayAsk),
      answered: (kind, answer, context) => parts.requestHooks.answered(kind, answer, context),
      nextId: parts.nextId,
      asyncContext: parts.options.asyncContext,
      fallback: (kind) => parts.requestHooks.fallback(kind),
      logger: parts.logger,
    };
  }

  /**
   * Never rejects.
   *
   * @param given serves the call in place of the method table
   */
  async execute(call: ActiveCall, given?: MethodHandler): Promise<Answer | typeof NO_REPLY> {
    const { id, method, context } = call;
    let hasAnswer = false;
    call.services = this.services;
    this.running++;
    try {
      const { connection } = context;
      if (connection?.opening !== undefined) await opened(connection, call);
      const handler = given ?? this.methods.find(method, context.revision, connection);
      if (handler === undefined) throw methodNotFound(method);
      handler.check?.(call.params);
      call.mayAsk = handler.mayAsk === true;
      call.isListen = handler.isStream === true;
      this.attachState(call);
      call.hasBegun = !this.parts.lifecycle.runsCode;
      const result = await this.resultOf(handler, call);
      hasAnswer = true;
      return result === NO_REPLY ? NO_REPLY : { id, result };
    } catch (thrown) {
      hasAnswer = !call.isCancelled;
      return { id, error: this.toException(thrown, call).toErrorObject() };
    } finally {
      call.end();
      this.parts.lifecycle.closeRequest(call, hasAnswer);
      if (--this.running === 0) this.becomeIdle();
    }
  }

  /** Resolves when no call runs, not even one that nobody waits for any more. */
  whenIdle(): Promise<void> {
    if (this.running === 0) return Promise.resolve();
    return new Promise((resolve) => this.idleWaiters.add(resolve));
  }

  private becomeIdle(): void {
    for (const resolve of this.idleWaiters) resolve();
    this.idleWaiters.clear();
  }

  /** What the HTTP request says of its session stays, whatever becomes of the request. */
  private attachState(call: ActiveCall): void {
    const { sessionState } = this.parts.options;
    const { transport, host } = call.context;
    if (sessionState === undefined || transport !== 'http') return;
    for (const [key, value] of Object.entries(sessionState(host.request as never))) {
      // Mostly it says the same again, which is not to be saved with every request.
      const isKnown = call.state.has(key) && isDeepStrictEqual(call.state.get(key), value);
      if (!isKnown) call.state.set(key, value);
    }
    call.session.commitState();
  }

  private async resultOf(
    handler: MethodHandler,
    call: ActiveCall,
  ): Promise<PreparedResult | typeof NO_REPLY> {
    try {
      const result = await this.run(handler, call);
      if (result === NO_REPLY || result instanceof PreparedResult) return result;
      return this.writer.result(result, handler, call);
    } catch (thrown) {
      if (!(thrown instanceof InputRequired)) throw thrown;
      return this.writer.questions(thrown, handler, call);
    }
  }

  private run(handler: MethodHandler, call: ActiveCall): MethodResult | Promise<MethodResult> {
    // It does all of what follows itself, in the one slot it takes.
    if (handler.access === 'tool') return handler.handle(call);
    const isGated = handler.access === 'read' && this.policy.gatesReads;
    const runsCode =
      isGated || this.parts.lifecycle.opensWith(call) || this.parts.requestHooks.takes(call.method);
    if (!runsCode) return this.runPlain(handler, call);
    if (handler.runs === 'itself') return this.runAfter(handler, call, isGated);
    return this.parts.runner.run(
      call,
      async () => (await this.begin(call, isGated)) ?? handler.handle(call),
    );
  }

  private runPlain(handler: MethodHandler, call: ActiveCall): MethodResult | Promise<MethodResult> {
    if (handler.runs !== 'slot') return handler.handle(call);
    return this.parts.runner.run(call, async () => handler.handle(call));
  }

  /** What comes before gives its slot back before the handler takes one of its own. */
  private async runAfter(
    handler: MethodHandler,
    call: ActiveCall,
    isGated: boolean,
  ): Promise<MethodResult> {
    const result = await this.parts.runner.run(call, () => this.begin(call, isGated));
    return result ?? handler.handle(call);
  }

  /** Session, policy, and what the application makes of the request, if it wants it. */
  private async begin(call: ActiveCall, isGated: boolean): Promise<MethodResult | undefined> {
    const { lifecycle, requestHooks } = this.parts;
    if (lifecycle.opensWith(call)) await lifecycle.openRequest(call);
    if (isGated) await this.requireRead(call);
    return requestHooks.takes(call.method) ? requestHooks.request(call) : undefined;
  }

  private get policy(): Policy {
    return this.parts.policy();
  }

  private async requireRead(call: ActiveCall): Promise<void> {
    const { method, params, context } = call;
    const decision = await this.policy.authorizeRead({ ...callerOf(context), method, params });
    const { kind } = decision;
    this.parts.telemetry.emit(() => ({
      type: 'decided',
      seam: 'read',
      decision: kind,
      ...call.facts,
    }));
    call.signal.throwIfAborted();
    if (decision.kind !== 'allow') {
      const detail = decision.kind === 'deny' ? decision.reason : decision.kind;
      call.rejection = deniedBecause(detail);
      throw readDenied(method, detail, context.revision);
    }
  }

  private toException(thrown: unknown, call: ActiveCall): McpException {
    if (thrown instanceof BusyError) return busyError(thrown, call.context.revision);
    if (thrown instanceof ResultTooLargeError) return tooLargeError(thrown, call.context.revision);
    if (thrown instanceof CallbackTimeoutError) return timeoutError(thrown, call.context.revision);
    if (call.isCancelled) return new McpException(ErrorCode.InternalError, 'cancelled');
    return toException(describeFailure(thrown, call.method, this.parts.logger));
  }
}

/**
 * A connection that the application has not let begin yet serves nothing else. Another handshake may
 * begin it if it was refused.
 *
 * @throws McpException when it was refused
 * @throws the reason of the abort when the call is over before that is known
 */
async function opened(connection: Connection, { method, signal }: ActiveCall): Promise<void> {
  if (method === 'ping') return;
  while (connection.opening !== undefined) await whileWanted(connection.opening, signal);
  if (connection.handshake === undefined && method !== 'initialize') {
    throw invalidRequest('The session was refused');
  }
}
