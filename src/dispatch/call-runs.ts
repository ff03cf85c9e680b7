import type { Clock } from '../protocol/clock.js';
import { endsWithin } from '../protocol/ends-within.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { McpException } from '../protocol/mcp.exception.js';
import { serverStopping } from '../protocol/protocol-errors.js';
import type { ActiveCall } from './active-call.js';
import type { Settlement } from './answer.js';
import { isAnswer } from './answer.js';
import type { CallExecutor } from './call-executor.js';
import { InFlight } from './in-flight.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { McpTelemetry } from './telemetry/mcp-telemetry.js';
import type { RejectionLog } from './telemetry/rejection-log.js';

/**
 * Takes each call from its arrival to its one settlement: its answer, or `null` as soon as it is
 * cancelled by its client, by its client's leaving, or by the end of the server.
 */
export class CallRuns {
  private readonly inFlight = new InFlight();
  private isClosed = false;

  constructor(
    private readonly executor: CallExecutor,
    private readonly telemetry: McpTelemetry,
    private readonly clock: Clock,
    private readonly rejections: RejectionLog,
  ) {}

  /** Calls without an answer; zero at rest. */
  get size(): number {
    return this.inFlight.size;
  }

  /** True once the server stops. */
  get isStopping(): boolean {
    return this.isClosed;
  }

  /**
   * Never rejects.
   *
   * @param handler serves the call in place of the method table
   */
  async run(call: ActiveCall, handler?: MethodHandler): Promise<Settlement> {
    if (this.isClosed) return { id: call.id, error: serverStopping().toErrorObject() };
    const release = this.track(call);
    try {
      const answer = call.isCancelled ? null : await this.answer(call, handler);
      this.report(call, answer);
      return answer;
    } finally {
      release();
    }
  }

  /** True when a request of this id waits for its answer in this scope. */
  has(scope: object, id: RequestId): boolean {
    return this.inFlight.has(scope, id);
  }

  /** Resolves when no request of this scope waits for its answer; `undefined` if none does. */
  whenDone(scope: object): Promise<void> | undefined {
    return this.inFlight.whenDone(scope);
  }

  /** Cancels every request of this id. The handshake may not be cancelled (every legacy revision). */
  cancel(scope: object, id: RequestId, reason: string): void {
    for (const call of this.inFlight.find(scope, id)) {
      if (call.method !== 'initialize') call.cancel(reason);
    }
  }

  /** Cancels the calls of a scope that are `chosen`; all of them by default. */
  cancelAll(
    scope: object,
    reason: string,
    chosen: (call: ActiveCall) => boolean = () => true,
  ): void {
    for (const call of this.inFlight.of(scope)) if (chosen(call)) call.cancel(reason);
  }

  /** Answers every call of a scope with an error, and aborts it. */
  failAll(scope: object, error: McpException): void {
    for (const call of this.inFlight.of(scope)) call.abort(error);
  }

  /**
   * Refuses new calls, waits until every other is answered, at most `graceMs` milliseconds, and then
   * cancels the rest.
   */
  async stop(graceMs: number): Promise<void> {
    this.isClosed = true;
    if (this.size > 0) await endsWithin(this.clock, graceMs, this.inFlight.whenEmpty());
    for (const call of this.inFlight.everything()) call.cancel('the server stops');
    await this.inFlight.whenEmpty();
  }

  private track(call: ActiveCall): () => void {
    const { disconnected } = call.context;
    const onDisconnect = () => call.cancel('the client left');
    if (disconnected?.aborted) onDisconnect();
    disconnected?.addEventListener('abort', onDisconnect, { once: true });
    const untrack = this.inFlight.add(call);
    return () => {
      disconnected?.removeEventListener('abort', onDisconnect);
      untrack();
    };
  }

  private report(call: ActiveCall, answer: Settlement): void {
    if (answer === null) this.telemetry.emit(() => ({ type: 'cancelled', ...call.facts }));
    else if (isAnswer(answer) && 'error' in answer) {
      const { code } = answer.error;
      this.telemetry.emit(() => ({ type: 'rejected', code, ...call.facts }));
      this.rejections.rejected(call, code);
    } else if (call.rejection !== undefined) this.rejections.rejected(call, undefined);
  }

  /** What comes after a cancellation is dropped, and what comes after the beginning of a task is its own. */
  private answer(call: ActiveCall, handler?: MethodHandler): Promise<Settlement> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        if (call.isCancelled) resolve(null);
      };
      call.signal.addEventListener('abort', onAbort, { once: true });
      call.onTask = resolve;
      this.executor
        .execute(call, handler)
        .then((answer) => (call.task === undefined ? resolve(answer) : call.task.settle(answer)))
        .catch(reject)
        .finally(() => call.signal.removeEventListener('abort', onAbort));
    });
  }
}
