import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import { FilterReply } from '../../registry/handlers/filter-reply.js';
import { SUSPENDED } from '../../registry/handlers/suspended.js';
import type { ActiveCall } from '../active-call.js';
import { InputRequired } from '../input-required.js';
import type { OpenedState, RequestStates } from '../request-state/request-states.js';
import { digestOf, readInputResponses } from '../request-state/request-states.js';
import type { Asking, PrepareRequest } from './asking.interface.js';
import type { ElicitationForms } from './elicitation-forms.js';
import type { ClientNeed } from './client-needs.js';
import { isDeclared, isInRevision } from './client-needs.js';
import { checkKey, unnamedKey } from './handler-keys.js';
import type { AskOptions, InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';
import { KeptValues } from './kept-values.js';
import { MissingCapabilityException } from './missing-capability.exception.js';

/** A question of this run, once its words are known. */
interface Question {
  readonly key: string;
  readonly isNamed: boolean;
  readonly digest: string;
  readonly request: InputRequest<unknown>;
}

/**
 * Questions without a connection: the handler is run from the top in every round, and a question is
 * answered from what the request brought or ends the run. Whatever the handler makes of that end, the
 * questions that are still open decide about the answer (2026-07-28, Multi round-trip requests).
 */
export class ModernAsking implements Asking {
  private readonly state: OpenedState | undefined;
  private readonly responses: ReadonlyMap<string, unknown>;
  /** Answers of earlier rounds, and those of this one that a question used. */
  private readonly answers: Map<string, JsonObject>;
  private readonly asked: Map<string, string>;
  private readonly kept: KeptValues;
  private readonly open = new Map<string, Question>();
  private readonly missing = new Set<ClientNeed>();
  /** Rejections that wait until everything asked in one go is known. */
  private waiting: (() => void)[] = [];
  /** Questions of which it is not known yet whether they are answered. */
  private undecided = 0;
  private unnamed = 0;
  private fault: McpException | undefined;

  /** @throws McpException `-32602` for a state or responses that are not valid */
  constructor(
    private readonly call: ActiveCall,
    readonly forms: ElicitationForms,
    private readonly states: RequestStates,
  ) {
    this.state = states.open(call);
    this.responses = readInputResponses(call);
    this.answers = new Map(Object.entries(this.state?.answers ?? {}));
    this.asked = new Map(Object.entries(this.state?.asked ?? {}));
    this.kept = new KeptValues(this.state?.kept);
  }

  async ask<T>(prepare: PrepareRequest<T>, { key }: AskOptions): Promise<T> {
    if (key !== undefined) checkKey(key);
    // Numbered now, before anything is awaited, so that every round numbers alike.
    const name = key ?? unnamedKey(++this.unnamed);
    const { request, answer } = await this.decide(name, key !== undefined, prepare);
    try {
      return (await request.read(answer)) as T;
    } catch (thrown) {
      if (!(thrown instanceof InvalidAnswerError)) throw thrown;
      return this.fail(invalidParams(`inputResponses["${name}"] ${thrown.message}`));
    }
  }

  once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.kept.once(key, make);
  }

  end(thrown: unknown): object | undefined {
    this.flush();
    if (this.fault !== undefined) return this.fault;
    const missing = missingCapability(thrown);
    if (missing !== undefined) return missing;
    return this.open.size === 0 ? undefined : this.inputRequired();
  }

  private async decide(
    key: string,
    isNamed: boolean,
    prepare: PrepareRequest<unknown>,
  ): Promise<{ readonly request: InputRequest<unknown>; readonly answer: unknown }> {
    let suspended: Promise<never>;
    this.undecided++;
    try {
      const request = await prepare(this.call.context.revision);
      const { method, params } = request;
      const question = { key, isNamed, digest: digestOf({ method, params }), request };
      const answer = this.answerTo(question);
      if (answer !== undefined) return { request, answer };
      suspended = this.suspend(question);
    } finally {
      this.undecided--;
      queueMicrotask(() => {
        if (this.undecided === 0) this.flush();
      });
    }
    return suspended;
  }

  /** What the client said to this very question, in this round or an earlier one. */
  private answerTo({ key, isNamed, digest }: Question): unknown {
    const askedDigest = this.asked.get(key);
    if (!isNamed && askedDigest !== undefined && askedDigest !== digest) {
      return this.refuse(
        `requestState: "${key}" was another question before; give questions a key if they change`,
      );
    }
    const earlier = this.answers.get(key);
    if (earlier !== undefined) return earlier;
    // Nobody but the server knows which unnamed question is which, so it must have asked.
    if (!isNamed && askedDigest === undefined) return undefined;
    const response = this.responses.get(key);
    if (response === undefined) return undefined;
    if (!isJsonObject(response)) return this.refuse(`inputResponses["${key}"] must be an object`);
    this.answers.set(key, response);
    return response;
  }

  /** Rejects once everything that is asked in one go is known, so that it is asked in one round. */
  private suspend(question: Question): Promise<never> {
    const { key, digest, request } = question;
    const { revision, clientCapabilities } = this.call.context;
    const missing = request.needs.filter(
      (need) => !isInRevision(need, revision) || !isDeclared(need, clientCapabilities),
    );
    const other = this.open.get(key);
    if (other !== undefined && other.digest !== digest) {
      throw new TypeError(`two questions of one call have the key "${key}"`);
    }
    for (const need of missing) this.missing.add(need);
    if (missing.length === 0) this.open.set(key, question);
    return new Promise((_resolve, reject) => {
      this.waiting.push(() =>
        reject(missing.length === 0 ? SUSPENDED : new MissingCapabilityException(this.missing)),
      );
    });
  }

  private flush(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const reject of waiting) reject();
    this.missing.clear();
  }

  private refuse(message: string): never {
    this.fault ??= invalidParams(message);
    throw SUSPENDED;
  }

  private fail(fault: McpException): never {
    this.fault ??= fault;
    throw SUSPENDED;
  }

  private inputRequired(): InputRequired {
    const asked = [...this.open.values()].map(({ key, digest }) => [key, digest] as const);
    const requests = [...this.open.values()].map(
      ({ key, request: { method, params } }) => [key, { method, params }] as const,
    );
    const state = this.states.seal(this.call, {
      ...(this.call.isApproved && { approval: 'given' }),
      asked: Object.fromEntries([...this.asked, ...asked]),
      answers: Object.fromEntries(this.answers),
      kept: this.kept.toJSON(),
    });
    return new InputRequired(Object.fromEntries(requests), state);
  }
}

/** An exception filter may have answered it; the specification wants the error all the same. */
function missingCapability(thrown: unknown): MissingCapabilityException | undefined {
  const cause = thrown instanceof FilterReply ? thrown.cause : thrown;
  return cause instanceof MissingCapabilityException ? cause : undefined;
}
