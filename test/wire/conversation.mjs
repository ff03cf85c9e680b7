import { withReadableId } from './allowances.mjs';
import {
  checkError,
  checkResult,
  checkSent,
  isObject,
  MODERN,
  WITH_BATCHES,
} from './check-message.mjs';
import { REVISIONS } from './official-schemas.mjs';

const META = 'io.modelcontextprotocol/';

export const isKnown = (version) => REVISIONS.includes(version);

export const isRequestId = (id) => typeof id === 'string' || Number.isSafeInteger(id);

const isAnswer = (message) =>
  message.method === undefined && (message.result !== undefined || message.error !== undefined);

/** Callers in this process can send what no wire carries. */
function isPlain(value) {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The stateless revision, if a request claims to be of it, however badly. */
function revisionInEnvelope(message) {
  const meta = message.params?._meta;
  if (!isObject(meta)) return undefined;
  const claims = [meta[`${META}protocolVersion`], meta[`${META}clientCapabilities`]];
  return claims.some((claim) => claim !== undefined) ? MODERN : undefined;
}

/**
 * Both sides of one link, as far as the server's messages must be judged by it: which request an
 * answer belongs to, and which revision is spoken.
 */
export class Conversation {
  /** What `initialize` agreed on. */
  revision;
  /** Id -> requests without an answer; ids may be used twice. */
  #asked = new Map();
  #unreadable = 0;
  #hasBatch = false;
  /** Id -> answers that were given to requests of a batch. */
  #answers = new Map();
  #isModern = false;
  #fallback;
  #keepsAnswered;
  #mixesEras;

  /**
   * @param fallback the revision before a handshake
   * @param keepsAnswered whether an answer may come again, as in a replay
   * @param mixesEras whether the server may act on a handshake before its answer is seen here
   */
  constructor(fallback = '2025-11-25', { keepsAnswered = false, mixesEras = false } = {}) {
    this.#fallback = fallback;
    this.#mixesEras = mixesEras;
    this.#keepsAnswered = keepsAnswered;
  }

  /** True once a client has sent any JSON-RPC message. */
  hasBegun = false;

  /** Takes note of what a client sent. */
  sent(value) {
    const messages = Array.isArray(value) && value.length > 0 ? value : [value];
    // Whether a batch is taken or refused as a whole depends on the revision.
    if (Array.isArray(value)) {
      this.#unreadable++;
      this.#hasBatch = true;
    }
    for (const message of messages) this.#note(message);
  }

  /** Takes note of bytes that are no JSON. */
  sentNonsense() {
    this.#unreadable++;
  }

  #note(message) {
    if (!isPlain(message)) return void this.#unreadable++;
    this.hasBegun ||= message.jsonrpc === '2.0';
    const { id, method, params } = message;
    if (isAnswer(message) || id === undefined) return undefined;
    if (!isRequestId(id)) return void this.#unreadable++;
    const revision = revisionInEnvelope(message);
    this.#isModern ||= revision === MODERN;
    const request = { id, method, revision, isTask: isObject(params?.task) };
    this.#asked.set(id, [...(this.#asked.get(id) ?? []), request]);
    return undefined;
  }

  /**
   * Judges what the server sent.
   *
   * @param status of the HTTP response
   * @returns the revision, what it is, and what is wrong with it
   */
  judge(message, status) {
    if (Array.isArray(message)) return this.#judgeBatch(message, status);
    if (!isObject(message)) return verdict(this.#spoken()[0], 'a message', ['it is no object']);
    if ('method' in message) {
      return best(
        this.#spoken().map((revision) =>
          verdict(revision, String(message.method), checkSent(message, revision)),
        ),
      );
    }
    if ('error' in message) return this.#judgeError(message, status);
    return this.#judgeResult(message);
  }

  #judgeBatch(messages, status) {
    const [revision] = this.#spoken();
    if (revision !== WITH_BATCHES) return verdict(revision, 'a batch', ['there are no batches']);
    const problems = messages.flatMap((message, at) =>
      this.judge(message, status).problems.map((problem) => `[${at}] ${problem}`),
    );
    return verdict(
      revision,
      'a batch',
      messages.length === 0 ? ['the batch is empty', ...problems] : problems,
    );
  }

  #judgeError(message, status) {
    // An HTTP request stands for itself; it may hold no request at all.
    const isAboutNone = status !== undefined && this.#asked.size === 0;
    const isUnreadable = this.#unreadable > 0 || isAboutNone;
    const readable = withReadableId(message, {
      status,
      isUnreadable,
      isBatch: this.#hasBatch,
    });
    if (readable !== undefined) {
      this.#unreadable = Math.max(0, this.#unreadable - 1);
      return verdict(this.#spoken()[0], 'an error', checkError(readable, this.#spoken()[0]));
    }
    const asked = this.#requestsOf(message);
    if (asked.length === 0) return unasked(this.#spoken()[0], 'an error', message);
    // Where an id was used twice it is the second that was refused.
    return this.#settle(
      asked.toReversed().map((request) => {
        const revision = request.revision ?? this.#spoken()[0];
        return {
          request,
          ...verdict(revision, `error of ${request.method}`, checkError(message, revision)),
        };
      }),
    );
  }

  #judgeResult(message) {
    const asked = this.#requestsOf(message);
    if (asked.length === 0) return unasked(this.#spoken()[0], 'a result', message);
    return this.#settle(
      asked.flatMap((request) =>
        this.#revisionsFor(request, message).map((revision) => ({
          request,
          ...verdict(
            revision,
            `result of ${request.method}`,
            checkResult(message, revision, request),
          ),
        })),
      ),
      message,
    );
  }

  #requestsOf({ id }) {
    return isRequestId(id) ? (this.#asked.get(id) ?? []) : [];
  }

  /** Where an answer fits several requests it is the one that it fits best. */
  #settle(verdicts, message) {
    const { request, ...judgement } = best(verdicts);
    if (request.method === 'initialize' && message !== undefined) {
      this.revision = message.result?.protocolVersion;
    }
    if (!this.#keepsAnswered) this.#close(request);
    return judgement;
  }

  #close(request) {
    const asked = this.#asked.get(request.id);
    const rest = this.#hasBatch
      ? this.#restOfBatch(request.id, asked)
      : asked.filter((other) => other !== request);
    if (rest.length > 0) this.#asked.set(request.id, rest);
    else this.#asked.delete(request.id);
  }

  /** Where requests of one batch share an id, nothing says which of them an error is about. */
  #restOfBatch(id, asked) {
    const answers = (this.#answers.get(id) ?? 0) + 1;
    this.#answers.set(id, answers);
    return answers < asked.length ? asked : [];
  }

  #revisionsFor({ method, revision }, { result }) {
    if (revision !== undefined) return [revision];
    const agreed = result?.protocolVersion;
    if (method === 'initialize' && isKnown(agreed) && agreed !== MODERN) return [agreed];
    return [this.revision ?? this.#fallback];
  }

  /** What may be spoken here, by messages that do not say which request they belong to. */
  #spoken() {
    if (this.#isModern && this.revision === undefined && !this.#mixesEras) return [MODERN];
    const legacy = this.revision ?? this.#fallback;
    return this.#isModern ? [legacy, MODERN] : [legacy];
  }
}

const verdict = (revision, what, problems) => ({ revision, what, problems });

const unasked = (revision, what, { id }) =>
  verdict(revision, what, [`it answers id ${JSON.stringify(id)}, and no such request is open`]);

const best = (verdicts) =>
  verdicts.reduce((a, b) => (b.problems.length < a.problems.length ? b : a));
