import type { OutgoingMessage } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { splitMessages } from './split-messages.js';
import type { TestExchange } from './test-link.interface.js';

/** What an HTTP response was. */
export interface HttpAnswer {
  /** `undefined` where none came. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const EVENT_STREAM = 'text/event-stream';

/** @param rest what came on later responses that took the stream of this one up again */
export function readExchange(
  { status, headers, text }: HttpAnswer,
  message: JsonObject,
  rest: readonly OutgoingMessage[] = [],
): TestExchange {
  const received = readMessages({ headers, text });
  const body = received === undefined ? text : undefined;
  return { ...splitMessages([...(received ?? []), ...rest], message), status, headers, body };
}

/** The messages of a response; `undefined` where it holds something else. */
export function readMessages({
  headers,
  text,
}: Pick<HttpAnswer, 'headers' | 'text'>): readonly OutgoingMessage[] | undefined {
  const type = mediaType(headers);
  if (type === EVENT_STREAM) return readEvents(text);
  if (type !== 'application/json') return text === '' ? [] : undefined;
  const value = parseJson(text);
  return isMessage(value) ? [value] : undefined;
}

/** Where a stream may be taken up again; `undefined` where it may not. */
export function readLastEventId({
  headers,
  text,
}: Pick<HttpAnswer, 'headers' | 'text'>): string | undefined {
  if (mediaType(headers) !== EVENT_STREAM) return undefined;
  const last = text.split('\n').findLast((line) => line.startsWith('id: '));
  return last?.slice('id: '.length);
}

function readEvents(text: string): readonly OutgoingMessage[] {
  return (
    text
      .split('\n')
      // An event without data only gives its id (2025-11-25, Streamable HTTP).
      .filter((line) => /^data: ./.test(line))
      .map((line) => JSON.parse(line.slice('data: '.length)) as OutgoingMessage)
  );
}

/** A response that breaks off is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const mediaType = (headers: HttpAnswer['headers']): string =>
  headers['content-type']?.split(';')[0]?.trim() ?? '';

const isMessage = (value: unknown): value is OutgoingMessage =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value;
