import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../authorization/policy.js';
import { ErrorCode } from '../protocol/error-codes.js';
import { McpException } from '../protocol/mcp.exception.js';
import type { JsonObject } from '../protocol/json.js';
import { invalidRequest, methodNotFound } from '../protocol/protocol-errors.js';
import type { CapabilityName, Revision } from '../protocol/revisions/revision.interface.js';
import { isSpecified } from '../protocol/revisions/revisions.js';
import type { Connection } from '../sessions/connection.js';
import type { ActiveCall, CallServices } from './active-call.js';
import type { Answer } from './answer.js';
import { callerOf } from './caller-of.js';
import { deniedBecause } from './telemetry/denied-because.js';
import type { CapabilityFlag } from './declared-capabilities.js';
import { describeFailure } from './failures/failure.js';
import { readDenied } from './failures/read-failure.js';
import { busyError, timeoutError, tooLargeError } from './failures/limit-errors.js';
import { exceedsBytes, ResultTooLargeError } from './failures/result-too-large.error.js';
import { UnknownMethodHandler } from './handlers/unknown-method.handler.js';
import { NO_REPLY } from './hooks/no-reply.js';
import { InputRequired } from './input-required.js';
import type { MethodHandler, MethodResult } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { createMethodTable } from './method-table.js';
import { PreparedResult } from './prepared-result.js';
import { hasCapability, hasExtension, tellsChanges } from './server-identity.js';
import { pushToConnection } from './sessions/push-to-connection.js';
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
  private running = 0;
  private readonly idleWaiters = new Set<() => void>();

  constructor(
    private readonly parts: DispatchParts,
    private readonly methods: ReadonlyMap<string, MethodHandler> = createMethodTable(parts),
  ) {
    this.services = {
      openAsking: (call) => parts.asking.create(call, call.mayAsk),
      answered: (kind, answer, context) => parts.requestHooks.answered(kind, answer, context),
      push: (connection, notification) => pushToConnection(parts.bus, connection, notification),
      completeElicitation: (id, connection) => parts.elicitations.complete(id, connection),
      nextId: parts.nextId,
      maxWaiting: parts.limits.maxSessionEvents,
      tellsChanges: (list) => tellsChanges(parts.identity, list),
      asyncContext: parts.options.asyncContext,
      fallback: (kind) => parts.requestHooks.fallback(kind),
      openComponents: parts.openComponents,
      logger: parts.logger,
      report: parts.report,
    };
  }

  /** Every method there is, whatever the revision. */
  get handlers(): readonly MethodHandler[] {
    return [...this.methods.values()];
  }

  /** The method, if requests of this revision, and of this legacy connection, may use it. */
  find(method: string, revision: Revision, connection?: Connection): MethodHandler | undefined {
    const handler = this.methods.get(method);
    if (handler === undefined && !isSpecified(method)) return this.unknownMethod(method);
    if (handler === undefined || !this.isIn(handler, revision)) return undefined;
    if (handler.needsLasting === true && connection?.isLasting === false) return undefined;
    if (handler.capability === undefined) return handler;
    return this.isDeclared(handler.capability, handler.capabilityFlag) ? handler : undefined;
  }

  /** True for a method of ours; what only the application may know, clients can name as they like. */
  knows({ method, context }: ActiveCall): boolean {
    const { revision, connection } = context;
    return this.methods.has(method) && this.find(method, revision, connection) !== undefined;
  }

  /** The methods of an extension are where it is declared. */
  private isIn({ method, extension }: MethodHandler, revision: Revision): boolean {
    if (extension === undefined) return revision.requests.has(method);
    return revision.extensions.has(extension) && hasExtension(this.parts.identity, extension);
  }

  private isDeclared(capability: CapabilityName, flag: CapabilityFlag | undefined): boolean {
    const flags = this.parts.identity.capabilities.get(capability);
    return flags !== undefined && (flag === undefined || flags[flag] === true);
  }

  /** The application may serve methods of its own. */
  private unknownMethod(method: string): MethodHandler | undefined {
    return this.parts.requestHooks.takes(method) ? new UnknownMethodHandler(method) : undefined;
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
      const handler = given ?? this.find(method, context.revision, connection);
      if (handler === undefined) throw methodNotFound(method);
      handler.check?.(call.params);
      call.mayAsk = handler.mayAsk === true;
      call.isListen = handler.isStream === true;
      call.mayLog = hasCapability(this.parts.identity, 'logging', connection?.isLasting ?? true);
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
    call.commitState();
  }

  private async resultOf(
    handler: MethodHandler,
    call: ActiveCall,
  ): Promise<PreparedResult | typeof NO_REPLY> {
    try {
      const result = await this.run(handler, call);
      if (result === NO_REPLY || result instanceof PreparedResult) return result;
      return this.write(this.encode(result, call), handler, call);
    } catch (thrown) {
      if (!(thrown instanceof InputRequired)) throw thrown;
      const { encoder } = this.parts;
      return this.write(encoder.inputRequired(thrown, call.context.revision), handler, call);
    }
  }

  private encode(result: JsonObject, call: ActiveCall): JsonObject {
    const { catalogues, encoder } = this.parts;
    const { method, isRetry } = call;
    const { revision } = call.context;
    // What somebody has of its own, or what came of questions, must not be kept for others.
    const isOwn = catalogues.isOwn(catalogues.of(call));
    const hint =
      isOwn || isRetry ? encoder.hintFor(method, revision, { isOwn, isRetry }, result) : undefined;
    return encoder.complete(result, method, revision, hint);
  }

  /**
   * Written here, so that a result JSON cannot say fails the call and not the transport. What the
   * application gave is bounded, questions and kept values included; what the server itself says is not.
   */
  private write(result: JsonObject, handler: MethodHandler, call: ActiveCall): PreparedResult {
    const { limits, logger } = this.parts;
    const json = JSON.stringify(result);
    const isOurs = handler.runs === 'inline' && !this.parts.requestHooks.takes(call.method);
    if (isOurs || !exceedsBytes(json, limits.maxResultBytes)) {
      return new PreparedResult(json, result.isError === true);
    }
    const error = new ResultTooLargeError(limits.maxResultBytes);
    logger.warn(
      `${call.method} ${call.facts.name ?? ''}: ${error.message} (limits.maxResultBytes)`,
    );
    if (handler.tooLarge === undefined) throw error;
    return new PreparedResult(JSON.stringify(this.encode(handler.tooLarge(error), call)), true);
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
    const failure = describeFailure(thrown, call.method, this.parts.logger);
    if (failure.kind === 'protocol') return failure.exception;
    return new McpException(ErrorCode.InternalError, failure.text);
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
