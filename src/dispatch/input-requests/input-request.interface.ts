import type { JsonObject } from '../../protocol/json.js';
import type { ClientNeed } from './client-needs.js';

/** Something the server wants of the client while it serves a request. */
export interface InputRequest<T> {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** As clients of the request's revision know it. */
  readonly params: JsonObject;
  readonly needs: readonly ClientNeed[];
  /** Names it where its completion is told later (2025-11-25, URL mode). */
  readonly elicitationId?: string;
  /**
   * What the handler gets.
   *
   * @throws InvalidAnswerError for a result that is none, or does not fit what was asked
   */
  read(result: unknown): T | Promise<T>;
}

/**
 * Options of every question to the client.
 *
 * @publicApi
 */
export interface AskOptions {
  /**
   * Names the question among those of one call, so that its answer is found again when the handler is
   * run once more (2026-07-28). Without one the question is known by its place among the unnamed ones
   * and by its words, which must then be the same in every round.
   */
  readonly key?: string;
  /**
   * Milliseconds to wait (up to 2025-11-25); default `limits.elicitationTimeoutMs`. In 2026-07-28
   * nothing waits, and `limits.requestStateTtlMs` bounds the time for an answer.
   */
  readonly timeoutMs?: number;
}

/** The client's result is not one, or does not fit the question. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
}
