import type { Policy } from '../authorization/policy.js';
import { NO_CACHE } from '../protocol/cache-hint.interface.js';
import { ErrorCode } from '../protocol/error-codes.js';
import { McpException } from '../protocol/mcp.exception.js';
import type { JsonObject } from '../protocol/json.js';
import { methodNotFound } from '../protocol/protocol-errors.js';
import type { CapabilityName, Revision } from '../protocol/revisions/revision.interface.js';
import type { Connection } from '../sessions/connection.js';
import type { ActiveCall } from './active-call.js';
import type { Answer } from './answer.js';
import { callerOf } from './caller-of.js';
import type { CapabilityFlag } from './declared-capabilities.js';
import { describeFailure } from './failures/failure.js';
import { readDenied } from './failures/read-failure.js';
import { busyError, timeoutError, tooLargeError } from './failures/limit-errors.js';
import { exceedsBytes, ResultTooLargeError } from './failures/result-too-large.error.js';
import { InputRequired } from './input-required.js';
import type { MethodHandler, MethodResult } from './method-handler.interface.js';
import type { DispatchParts } from './method-table.js';
import { createMethodTable } from './method-table.js';
import { PreparedResult } from './prepared-result.js';
import { hasCapability } from './server-identity.js';
import { BusyError } from './slots/busy.error.js';
import { CallbackTimeoutError } from './slots/callback-timeout.error.js';

/**
 * Finds the method of a request in the table of its revision, runs it behind the policy and within
 * the bounds, and turns what it gives or throws into the one answer.
 */
export class CallExecutor {
  constructor(
    private readonly parts: DispatchParts,
    private readonly methods: ReadonlyMap<string, MethodHandler> = createMethodTable(parts),
  ) {}

  /** Every method there is, whatever the revision. */
  get handlers(): readonly MethodHandler[] {
    return [...this.methods.values()];
  }

  /** The method, if requests of this revision, and of this legacy connection, may use it. */
  find(method: string, revision: Revision, connection?: Connection): MethodHandler | undefined {
    if (!revision.requests.has(method)) return undefined;
    const handler = this.methods.get(method);
    if (handler?.needsLasting === true && connection?.isLasting === false) return undefined;
    if (handler?.capability === undefined) return handler;
    return this.isDeclared(handler.capability, handler.capabilityFlag) ? handler : undefined;
  }

  private isDeclared(capability: CapabilityName, flag: CapabilityFlag | undefined): boolean {
    const flags = this.parts.identity.capabilities.get(capability);
    return flags !== undefined && (flag === undefined || flags[flag] === true);
  }

  /** Never rejects. */
  async execute(call: ActiveCall): Promise<Answer> {
    const { id, method, context } = call;
    try {
      const handler = this.find(method, context.revision, context.connection);
      if (handler === undefined) throw methodNotFound(method);
      handler.check?.(call.params);
      call.openAsking = () => this.parts.asking.create(call, handler.mayAsk === true);
      const isLasting = context.connection?.isLasting ?? true;
      call.mayLog = hasCapability(this.parts.identity, 'logging', isLasting);
      return { id, result: await this.resultOf(handler, call) };
    } catch (thrown) {
      return { id, error: this.toException(thrown, call).toErrorObject() };
    } finally {
      call.end();
    }
  }

  private async resultOf(handler: MethodHandler, call: ActiveCall): Promise<PreparedResult> {
    try {
      const result = await this.run(handler, call);
      if (result instanceof PreparedResult) return result;
      return this.write(this.encode(result, call), handler, call);
    } catch (thrown) {
      if (!(thrown instanceof InputRequired)) throw thrown;
      const { encoder } = this.parts;
      return this.write(encoder.inputRequired(thrown, call.context.revision), handler, call);
    }
  }

  private encode(result: JsonObject, call: ActiveCall): JsonObject {
    const { encoder } = this.parts;
    const hint = isRetry(call) && encoder.hintFor(call.method) ? NO_CACHE : undefined;
    return encoder.complete(result, call.method, call.context.revision, hint);
  }

  /**
   * Written here, so that a result JSON cannot say fails the call and not the transport. What the
   * application gave is bounded, questions and kept values included; what the server itself says is not.
   */
  private write(result: JsonObject, handler: MethodHandler, call: ActiveCall): PreparedResult {
    const { limits, logger } = this.parts;
    const json = JSON.stringify(result);
    if (handler.runs === 'inline' || !exceedsBytes(json, limits.maxResultBytes)) {
      return new PreparedResult(json);
    }
    const error = new ResultTooLargeError(limits.maxResultBytes);
    logger.warn(
      `${call.method} ${call.facts.name ?? ''}: ${error.message} (limits.maxResultBytes)`,
    );
    if (handler.tooLarge === undefined) throw error;
    return new PreparedResult(JSON.stringify(this.encode(handler.tooLarge(error), call)));
  }

  private run(handler: MethodHandler, call: ActiveCall): MethodResult | Promise<MethodResult> {
    const isGated = handler.access === 'read' && this.policy.gatesReads;
    if (!isGated && handler.runs !== 'slot') return handler.handle(call);
    if (handler.runs === 'itself') return this.runBehindGate(handler, call);
    return this.parts.runner.run(call, async () => {
      if (isGated) await this.requireRead(call);
      return handler.handle(call);
    });
  }

  /** The policy gives its slot back before the handler takes one of its own. */
  private async runBehindGate(handler: MethodHandler, call: ActiveCall): Promise<MethodResult> {
    await this.parts.runner.run(call, () => this.requireRead(call));
    return handler.handle(call);
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

/** What a request was answered with after questions must not be kept for others (2026-07-28, Caching). */
const isRetry = ({ params }: ActiveCall): boolean =>
  params.requestState !== undefined || params.inputResponses !== undefined;
