import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import type { OpenedState, RoundState } from '../request-state/request-states.js';
import { readInputResponses } from '../request-state/request-states.js';
import type { AskedQuestion } from './asked-question.interface.js';
import { isAuthorsKey } from './question-names.js';

/**
 * What the client has said so far in one call of 2026-07-28: in earlier rounds, which the state proves,
 * and in this one. A client sends only its latest answers, so all of them are handed on.
 */
export class RoundAnswers {
  private readonly asked: ReadonlyMap<string, string>;
  private readonly answers: ReadonlyMap<string, JsonObject>;
  private readonly malformed: ReadonlySet<string>;

  /** @throws McpException `-32602` for responses that are none */
  constructor(call: ActiveCall, state: OpenedState | undefined) {
    this.asked = new Map(Object.entries(state?.asked ?? {}));
    const answers = new Map(Object.entries(state?.answers ?? {}));
    const malformed = new Set<string>();
    for (const [name, response] of readInputResponses(call)) {
      // Nobody but the server knows which unnamed question is which, so it must have asked.
      if (!this.asked.has(name) && !isAuthorsKey(name)) continue;
      if (!isJsonObject(response)) malformed.add(name);
      // What was said before stands: later steps may have been built upon it.
      else if (!answers.has(name)) answers.set(name, response);
    }
    this.answers = answers;
    this.malformed = malformed;
  }

  /**
   * The client's answer to this very question, `undefined` if there is none yet.
   *
   * @throws McpException `-32602` for an answer that is none, and for an unnamed question that was
   *   another one before
   */
  find({ name, isNamed, digest }: AskedQuestion): JsonObject | undefined {
    const before = this.asked.get(name);
    if (!isNamed && before !== undefined && before !== digest) {
      throw invalidParams(
        `requestState: "${name}" was another question before; give questions a key if they change`,
      );
    }
    const answer = this.answers.get(name);
    // A handler may change what it gets; the next round must not see that.
    if (answer !== undefined) return structuredClone(answer);
    if (!this.malformed.has(name)) return undefined;
    throw invalidParams(`inputResponses[${JSON.stringify(name)}] must be an object`);
  }

  /** What the next round is to know, once these questions are asked too. */
  with(open: Iterable<AskedQuestion>): Pick<RoundState, 'asked' | 'answers'> {
    const asked = new Map(this.asked);
    for (const { name, digest } of open) asked.set(name, digest);
    return { asked: Object.fromEntries(asked), answers: Object.fromEntries(this.answers) };
  }
}
