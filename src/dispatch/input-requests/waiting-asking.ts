import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { Asking, PrepareRequest } from './asking.interface.js';
import { McpClientRequestError } from './client-request.error.js';
import type { ElicitationForms } from './elicitation-forms.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';
import type { QuestionCourier, QuestionOutcome } from './question-courier.interface.js';
import { questionDigest } from './question-digest.js';
import { QuestionNames } from './question-names.js';
import { requireTimeout } from './require-timeout.js';

/** What questions that are waited for need. */
export interface WaitingAskingParts {
  readonly revision: Revision;
  readonly forms: ElicitationForms;
  readonly courier: QuestionCourier;
  /** What `ctx.once()` has kept. */
  readonly kept: Pick<Asking, 'once'>;
  /** What the client said before it was asked; default: nothing. */
  readonly known?: Asking['known'];
}

/**
 * Questions for whose answers the handler waits: on a connection, in the slot it has, with its clock
 * stopped; and in a task.
 */
export class WaitingAsking implements Asking {
  private readonly names = new QuestionNames();
  /** What came, or will come, of the questions with a key: each is asked once, as in the other era. */
  private readonly named = new Map<string, Promise<QuestionOutcome>>();

  constructor(private readonly parts: WaitingAskingParts) {}

  get forms(): ElicitationForms {
    return this.parts.forms;
  }

  async ask<T>(prepare: PrepareRequest<T>, { key, timeoutMs }: AskOptions): Promise<T> {
    requireTimeout(timeoutMs);
    const name = this.names.next(key);
    const request = await prepare(this.parts.revision);
    const digest = questionDigest(request);
    if (key !== undefined) this.names.claim(name, digest);
    const known = this.parts.known?.({ name, isNamed: key !== undefined, digest });
    if (known !== undefined) return readAnswer(request, { kind: 'answered', result: known });
    const outcome = this.named.get(name) ?? this.parts.courier.deliver(name, request, timeoutMs);
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
    return this.parts.kept.once(key, make);
  }

  /** What a handler makes of its questions is its own affair: each was answered or failed. */
  end(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  close(): void {
    this.parts.courier.close();
  }
}

async function readAnswer<T>(request: InputRequest<T>, outcome: QuestionOutcome): Promise<T> {
  if (outcome.kind !== 'answered') throw failureOf(outcome, request.method);
  try {
    return await request.read(structuredClone(outcome.result));
  } catch (thrown) {
    if (!(thrown instanceof InvalidAnswerError)) throw thrown;
    throw new McpClientRequestError('invalid', `${request.method}: ${thrown.message}`);
  }
}

function failureOf(
  outcome: Exclude<QuestionOutcome, { kind: 'answered' }>,
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
