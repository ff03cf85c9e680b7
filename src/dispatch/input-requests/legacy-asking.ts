import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls, ParkedOutcome } from '../parking/parked-calls.js';
import type { Asking, PrepareRequest } from './asking.interface.js';
import { currentCapabilities } from './can-ask.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { McpClientRequestError } from './client-request.error.js';
import { isDeclared, isInRevision } from './client-needs.js';
import { checkKey } from './handler-keys.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';
import { KeptValues } from './kept-values.js';

/**
 * Questions on a connection: requests of the server, sent on the stream of the call that caused them.
 * The handler waits in its slot, with its clock stopped.
 */
export class LegacyAsking implements Asking {
  private readonly kept = new KeptValues();
  private readonly ended = new AbortController();

  constructor(
    private readonly call: ActiveCall,
    private readonly connection: Connection,
    readonly forms: ElicitationForms,
    private readonly parked: ParkedCalls,
  ) {}

  async ask<T>(prepare: PrepareRequest<T>, { key, timeoutMs }: AskOptions): Promise<T> {
    if (key !== undefined) checkKey(key);
    const { call } = this;
    const request = await prepare(call.context.revision);
    this.requireClient(request);
    const outcome = await this.wait(request, timeoutMs);
    if (outcome.kind !== 'answered') throw failureOf(outcome, request.method);
    try {
      return await request.read(outcome.result);
    } catch (thrown) {
      if (!(thrown instanceof InvalidAnswerError)) throw thrown;
      throw new McpClientRequestError('invalid', `${request.method}: ${thrown.message}`);
    }
  }

  once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.kept.once(key, make);
  }

  /** Questions nobody waits for any more are taken back. */
  end(): undefined {
    this.ended.abort(new McpClientRequestError('ended', 'the call ended before the answer came'));
    return undefined;
  }

  private requireClient({ method, needs }: InputRequest<unknown>): void {
    const { context, signal } = this.call;
    signal.throwIfAborted();
    this.ended.signal.throwIfAborted();
    const client = currentCapabilities(context);
    const missing = needs.find(
      (need) => !isInRevision(need, context.revision) || !isDeclared(need, client),
    );
    if (missing !== undefined) {
      throw new McpClientRequestError(
        'unsupported',
        `${method}: the client does not support ${missing}`,
      );
    }
    if (!context.outlet.isOpen) {
      throw new McpClientRequestError('unreachable', `${method}: no stream leads to the client`);
    }
  }

  private async wait(
    { method, params }: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<ParkedOutcome> {
    const { call, connection, parked, ended } = this;
    const clock = call.callbackClock;
    clock?.pause();
    try {
      return await parked.park(call, connection, {
        idPrefix: 'question',
        method,
        params,
        timeoutMs,
        until: ended.signal,
      });
    } finally {
      clock?.resume();
    }
  }
}

function failureOf(
  outcome: Exclude<ParkedOutcome, { kind: 'answered' }>,
  method: string,
): McpClientRequestError {
  if (outcome.kind === 'timeout') {
    const text = `${method}: no answer within ${outcome.timeoutMs} ms`;
    return new McpClientRequestError('timeout', text);
  }
  if (outcome.kind === 'full') {
    return new McpClientRequestError('busy', `${method}: too many questions are open already`);
  }
  const { code, message, data } = isJsonObject(outcome.error) ? outcome.error : {};
  return new McpClientRequestError(
    'refused',
    `${method}: the client refused${typeof message === 'string' ? `: ${message}` : ''}`,
    Number.isInteger(code) ? (code as number) : ErrorCode.InternalError,
    data,
  );
}
