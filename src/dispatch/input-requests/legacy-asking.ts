import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls, ParkedOutcome } from '../parking/parked-calls.js';
import type { Asking, PrepareRequest } from './asking.interface.js';
import { currentCapabilities } from './can-ask.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { McpClientRequestError } from './client-request.error.js';
import { missingNeeds } from './client-needs.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';
import { KeptValues } from './kept-values.js';
import { questionDigest } from './question-digest.js';
import { QuestionNames } from './question-names.js';
import { requireTimeout } from './require-timeout.js';
import type { UrlElicitations } from './url-elicitations.js';

/**
 * Questions on a connection: requests of the server, sent on the stream of the call that caused them.
 * The handler waits in its slot, with its clock stopped.
 */
export class LegacyAsking implements Asking {
  private readonly kept = new KeptValues();
  private readonly names = new QuestionNames();
  /** What came, or will come, of the questions with a key: each is asked once, as in the other era. */
  private readonly named = new Map<string, Promise<ParkedOutcome>>();
  private readonly ended = new AbortController();

  constructor(
    private readonly call: ActiveCall,
    private readonly connection: Connection,
    readonly forms: ElicitationForms,
    private readonly parked: ParkedCalls,
    private readonly elicitations: UrlElicitations,
  ) {}

  async ask<T>(prepare: PrepareRequest<T>, { key, timeoutMs }: AskOptions): Promise<T> {
    requireTimeout(timeoutMs);
    const name = this.names.next(key);
    const request = await prepare(this.call.context.revision);
    if (key !== undefined) this.names.claim(name, questionDigest(request));
    const outcome = this.named.get(name) ?? this.send(request, timeoutMs);
    if (key !== undefined) this.named.set(name, outcome);
    try {
      return await readAnswer(request, await outcome);
    } catch (thrown) {
      // There is no answer, so the question may be asked once more.
      if (this.named.get(name) === outcome) this.named.delete(name);
      throw thrown;
    }
  }

  once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.kept.once(key, make);
  }

  /** What a handler makes of its questions is its own affair: each was answered or failed. */
  end(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Questions that are open still are taken back. */
  close(): void {
    this.ended.abort(new McpClientRequestError('ended', 'the call ended before the answer came'));
  }

  private async send(
    request: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<ParkedOutcome> {
    this.requireClient(request);
    const { elicitationId } = request;
    if (elicitationId === undefined) return this.wait(request, timeoutMs);
    return this.completable(elicitationId, () => this.wait(request, timeoutMs));
  }

  /** The page may be done before the client has answered, or long after; unless nobody went there. */
  private async completable(
    id: string,
    wait: () => Promise<ParkedOutcome>,
  ): Promise<ParkedOutcome> {
    this.elicitations.add(id, this.connection);
    let isAgreed = false;
    try {
      const outcome = await wait();
      isAgreed = outcome.kind === 'answered' && isAcceptance(outcome.result);
      return outcome;
    } finally {
      if (!isAgreed) this.elicitations.forget(id);
    }
  }

  private requireClient({ method, needs }: InputRequest<unknown>): void {
    const { context, signal } = this.call;
    signal.throwIfAborted();
    this.ended.signal.throwIfAborted();
    const [missing] = missingNeeds(needs, context.revision, currentCapabilities(context));
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

const isAcceptance = (result: unknown): boolean =>
  isJsonObject(result) && result.action === 'accept';

async function readAnswer<T>(request: InputRequest<T>, outcome: ParkedOutcome): Promise<T> {
  if (outcome.kind !== 'answered') throw failureOf(outcome, request.method);
  try {
    return await request.read(structuredClone(outcome.result));
  } catch (thrown) {
    if (!(thrown instanceof InvalidAnswerError)) throw thrown;
    throw new McpClientRequestError('invalid', `${request.method}: ${thrown.message}`);
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
