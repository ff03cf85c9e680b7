import fc from 'fast-check';
import type { Message } from './batch-client.js';
import { cancelled, gist } from './batch-client.js';
import { legacyCall, legacyRequest } from './wire-messages.js';

/** One element of a random batch, and what becomes of it if nothing cancels it. */
interface Element {
  readonly message: unknown;
  /** The id under which it is answered; `undefined` where none can be read. */
  readonly id?: unknown;
  /** Code of its error, text of its result, or `undefined` for an empty result. Absent: no answer. */
  readonly answer?: unknown;
  /** True for what runs: it can be cancelled, and its id is in use. */
  readonly runs?: boolean;
  /** The id of what it cancels. */
  readonly cancels?: unknown;
}

export type RandomBatch = readonly Element[];

/** An answer as far as answers are told apart: its id, and its code or text. */
export type Said = readonly [id: unknown, answer: unknown];

const ID = fc.constantFrom<string | number>(0, 1, 2, '', '1', 'x', '__proto__');
const UNREADABLE_ID = fc.constantFrom<unknown>(null, 1.5, {}, false);
const NO_MESSAGE = fc.constantFrom<unknown>(7, null, true, 'x', [], [legacyRequest('ping')]);

const call = fc.tuple(ID, fc.string()).map(([id, answer]) => ({
  message: legacyCall('echo', { text: answer }, id),
  id,
  answer,
  runs: true,
}));
const request = (method: string, answer: unknown) =>
  ID.map((id) => ({ message: legacyRequest(method, {}, id), id, answer, runs: true }));
const broken = (members: object, answer: number) =>
  ID.map((id) => ({ message: { jsonrpc: '2.0', id, method: 'ping', ...members }, id, answer }));

const ELEMENT: fc.Arbitrary<Element> = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 2, arbitrary: request('ping', undefined) },
  request('no/such/method', -32601),
  broken({ method: 'initialize' }, -32600),
  broken({ params: [] }, -32602),
  broken({ jsonrpc: '1.0' }, -32600),
  NO_MESSAGE.map((message) => ({ message, id: undefined, answer: -32600 })),
  UNREADABLE_ID.map((id) => ({
    message: { jsonrpc: '2.0', id, method: 'ping' },
    id: undefined,
    answer: -32600,
  })),
  { weight: 3, arbitrary: ID.map((id) => ({ message: cancelled(id), cancels: id })) },
  fc
    .constantFrom<unknown>('of/nobody', 7)
    .map((method) => ({ message: { jsonrpc: '2.0', method } })),
  ID.map((id) => ({ message: { jsonrpc: '2.0', id, result: {} } })),
);

/** Messages of every kind, sound and not, whose ids meet. */
export const RANDOM_BATCH: fc.Arbitrary<RandomBatch> = fc.array(ELEMENT, {
  minLength: 1,
  maxLength: 12,
});

/** What is sent. */
export const messagesOf = (batch: RandomBatch): unknown[] => batch.map(({ message }) => message);

/** True where something runs or is refused, so that there is something to answer. */
export const asksForSomething = (batch: RandomBatch): boolean =>
  batch.some((element) => 'answer' in element);

/**
 * The answers to a batch, in the order of its elements.
 *
 * @param isExclusive whether a request is refused whose id is in use
 */
export function expectedAnswers(batch: RandomBatch, isExclusive = false): Said[] {
  const answers: { id: unknown; answer: unknown; isRunning: boolean; isCancelled: boolean }[] = [];
  const running = (id: unknown) => answers.filter((one) => one.isRunning && one.id === id);
  for (const element of batch) {
    if ('cancels' in element) for (const one of running(element.cancels)) one.isCancelled = true;
    if (!('answer' in element)) continue;
    const { id, answer, runs = false } = element;
    const isRefused = runs && isExclusive && running(id).length > 0;
    answers.push({
      id,
      answer: isRefused ? -32600 : answer,
      isRunning: runs && !isRefused,
      isCancelled: false,
    });
  }
  return answers.filter(({ isCancelled }) => !isCancelled).map(({ id, answer }) => [id, answer]);
}

/** What was said; an id that could not be read is left out, or `null`. */
export const saidIn = (messages: readonly Message[]): Said[] =>
  messages.map((message) => [message.id ?? undefined, gist(message)]);

/** For answers that may come in any order. */
export const unordered = (answers: readonly Said[]): string[] =>
  answers.map(([id, answer]) => `${typeof id} ${String(id)}: ${String(answer)}`).toSorted();
