import type { JsonObject } from '../../protocol/json.js';
import type { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import { InputRequired } from '../input-required.js';
import type { RequestStates } from '../request-state/request-states.js';
import type { AskedQuestion } from './asked-question.interface.js';
import type { Asking, PrepareRequest } from './asking.interface.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { missingNeeds } from './client-needs.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';
import { KeptValues } from './kept-values.js';
import { MissingCapabilityException } from './missing-capability.exception.js';
import type { OpenQuestion } from './open-questions.js';
import { OpenQuestions } from './open-questions.js';
import { questionDigest } from './question-digest.js';
import { QuestionNames } from './question-names.js';
import { RoundAnswers } from './round-answers.js';
import { requireTimeout } from './require-timeout.js';
import { SUSPENDED } from './suspended.js';

/** What is known of a question once its words are: its answer, or a promise that rejects. */
type Considered =
  | { readonly request: InputRequest<unknown>; readonly answer: unknown }
  | { readonly unanswered: Promise<never> };

/**
 * Questions without a connection: the handler is run from the top in every round, and a question is
 * answered from what the request brought or ends the run. Whatever the handler makes of that end, the
 * questions that are still open decide about the answer (2026-07-28, Multi round-trip requests). A run
 * that has ended so asks nothing more and keeps nothing more: what it still does, the next one repeats.
 */
export class ModernAsking implements Asking {
  private readonly answers: RoundAnswers;
  private readonly kept: KeptValues;
  private readonly names = new QuestionNames();
  private readonly open = new OpenQuestions();
  /** Questions of which it is not known yet whether they are answered. */
  private readonly considering = new Set<Promise<unknown>>();
  private order = 0;
  private isOver = false;
  private fault: McpException | undefined;

  /** @throws McpException `-32602` for a state or responses that are not valid */
  constructor(
    private readonly call: ActiveCall,
    readonly forms: ElicitationForms,
    private readonly states: RequestStates,
  ) {
    const state = states.open(call);
    this.answers = new RoundAnswers(call, state);
    this.kept = new KeptValues(state?.kept);
  }

  async ask<T>(prepare: PrepareRequest<T>, { key, timeoutMs }: AskOptions): Promise<T> {
    requireTimeout(timeoutMs);
    // Numbered now, before anything is awaited, so that every round numbers alike.
    const place = { name: this.names.next(key), isNamed: key !== undefined, order: this.order++ };
    const considered = await this.track(this.consider(place, prepare));
    if ('unanswered' in considered) return considered.unanswered;
    try {
      return (await considered.request.read(considered.answer)) as T;
    } catch (thrown) {
      if (!(thrown instanceof InvalidAnswerError)) throw thrown;
      return this.fail(
        invalidParams(`inputResponses[${JSON.stringify(place.name)}] ${thrown.message}`),
      );
    }
  }

  async once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    if (!this.kept.has(key)) this.requireGoing();
    return this.kept.once(key, make);
  }

  async end(thrown: unknown): Promise<object | undefined> {
    await Promise.allSettled(this.considering);
    this.flush();
    if (this.fault !== undefined) return this.fault;
    if (thrown instanceof MissingCapabilityException) return thrown;
    if (this.open.size === 0) return undefined;
    // What is being made now must not be made again in the next round.
    await this.kept.settled();
    return this.inputRequired();
  }

  /** @throws McpException `-32602` for an answer that is none */
  known(question: AskedQuestion): JsonObject | undefined {
    return this.answers.find(question);
  }

  /** Nothing waits beyond the end of a run. */
  close(): void {}

  private async consider(
    place: Pick<OpenQuestion, 'name' | 'isNamed' | 'order'>,
    prepare: PrepareRequest<unknown>,
  ): Promise<Considered> {
    this.requireGoing();
    const { revision, clientCapabilities } = this.call.context;
    const request = await prepare(revision);
    this.requireGoing();
    const question = { ...place, digest: questionDigest(request), request };
    this.names.claim(place.name, question.digest);
    const answer = this.answerTo(question);
    if (answer !== undefined) return { request, answer };
    const missing = missingNeeds(request.needs, revision, clientCapabilities);
    return {
      unanswered: missing.length === 0 ? this.open.suspend(question) : this.open.refuse(missing),
    };
  }

  private answerTo(question: OpenQuestion): JsonObject | undefined {
    try {
      return this.answers.find(question);
    } catch (thrown) {
      return this.fail(thrown as McpException);
    }
  }

  /** Nothing is rejected while it is not known what else is asked in the same go. */
  private async track<T>(considered: Promise<T>): Promise<T> {
    this.considering.add(considered);
    try {
      return await considered;
    } finally {
      this.considering.delete(considered);
      queueMicrotask(() => {
        if (this.considering.size === 0) this.flush();
      });
    }
  }

  private flush(): void {
    if (this.open.size > 0) this.isOver = true;
    this.open.flush();
  }

  private requireGoing(): void {
    this.call.signal.throwIfAborted();
    if (this.isOver) throw SUSPENDED;
  }

  private fail(fault: McpException): never {
    this.fault ??= fault;
    this.isOver = true;
    throw SUSPENDED;
  }

  private inputRequired(): InputRequired {
    const open = this.open.values();
    const state = this.states.seal(this.call, {
      ...(this.call.isApproved && { approval: 'given' }),
      ...this.answers.with(open),
      kept: this.kept.toJSON(),
    });
    const requests = open.map(
      ({ name, request: { method, params } }) => [name, { method, params }] as const,
    );
    return new InputRequired(Object.fromEntries(requests), state);
  }
}
