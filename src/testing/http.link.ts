import type { IncomingMessage, Server } from 'node:http';
import type { Response } from 'supertest';
import { deferred } from '../protocol/deferred.js';
import type { OutgoingMessage, ServerRequest } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { EventLines } from './event-lines.js';
import { loadSupertest } from './load-supertest.js';
import { isServerRequest, splitMessages } from './split-messages.js';
import type { Exchange, OpenExchange, TestLink, TestReceiver } from './test-link.interface.js';

/** Where and how to post. */
export interface HttpLinkOptions {
  readonly server: Server;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly receiver: TestReceiver;
}

const SESSION_HEADER = 'mcp-session-id';
const EVENT_STREAM = 'text/event-stream';

/** Over HTTP with supertest, which binds the server to a free port if it does not listen. */
export async function httpLink(options: HttpLinkOptions): Promise<TestLink> {
  const { server, path, headers, receiver } = options;
  const supertest = await loadSupertest();
  let session: Readonly<Record<string, string>> = {};
  /** What follows on a stream that ended before its answer, as `ctx.closeStream()` lets it. */
  const resume = async (type: string, text: string, message: JsonObject) => {
    const rest: OutgoingMessage[] = [];
    let stream = { type, text };
    for (;;) {
      const received = readMessages(stream.type, stream.text) ?? [];
      const lastEventId = readLastEventId(stream);
      if (lastEventId === undefined || splitMessages(received, message).response) return rest;
      const response = await supertest(server)
        .get(path)
        .set({ ...session, ...headers, accept: EVENT_STREAM, 'last-event-id': lastEventId })
        .buffer(true)
        .parse(readText);
      stream = { type: response.type, text: response.body as string };
      rest.push(...(readMessages(stream.type, stream.text) ?? []));
    }
  };

  const post = (extra: Readonly<Record<string, string>>) =>
    supertest(server)
      .post(path)
      .set('accept', 'application/json, text/event-stream')
      .set({ ...session, ...headers, ...extra });

  async function respond(request: ServerRequest): Promise<void> {
    await post({}).send(await receiver.request(request));
  }

  /** The body as text. It does not end before the server's requests in it are answered. */
  function readText(response: Response, done: (error: Error | null, text: string) => void): void {
    const events = new EventLines((message) => {
      if (isServerRequest(message)) respond(message).catch((error: Error) => done(error, ''));
    });
    response.on('data', (chunk: Buffer) => events.push(chunk));
    response.on('end', () => done(null, events.text));
  }

  async function send(message: JsonObject, extra = {}): Promise<Exchange> {
    const response = await post(extra).buffer(true).parse(readText).send(message);
    const text = response.body as string;
    const sessionId = response.headers[SESSION_HEADER];
    if (sessionId !== undefined) session = { [SESSION_HEADER]: sessionId };
    const rest = await resume(response.type, text, message);
    const exchange = exchangeOf(response.status, response.type, text, message, rest);
    exchange.notifications.forEach((notification) => receiver.notification(notification));
    return exchange;
  }

  async function endSession(): Promise<void> {
    if (!(SESSION_HEADER in session)) return;
    const ended = { ...session, ...headers };
    session = {};
    await supertest(server).delete(path).set(ended);
  }

  function open(
    message: JsonObject,
    onMessage: (message: OutgoingMessage) => void,
    extra = {},
  ): OpenExchange {
    const events = new EventLines((event) => {
      if ('method' in event && !('id' in event)) receiver.notification(event);
      onMessage(event);
    });
    const over = deferred<Exchange>();
    let status: number | undefined;
    const finish = (type: string) => over.resolve(exchangeOf(status, type, events.text, message));
    const request = post(extra)
      .buffer(true)
      .parse((response, done) => {
        const { headers: received, statusCode } = response as unknown as IncomingMessage;
        status = statusCode;
        response.on('data', (chunk: Buffer) => events.push(chunk));
        const end = () => finish(mediaType(received['content-type']));
        response.on('end', () => {
          end();
          done(null, '');
        });
        // The server may break off.
        response.on('close', end);
      });
    request.send(message).end(() => finish(''));
    return {
      done: over.promise,
      close: async () => {
        request.abort();
        finish('');
      },
    };
  }

  return { send, open, close: endSession };
}

function exchangeOf(
  status: number | undefined,
  type: string,
  text: string,
  message: JsonObject,
  rest: readonly OutgoingMessage[] = [],
): Exchange {
  const received = readMessages(type, text);
  const body = received === undefined ? text : undefined;
  return { ...splitMessages([...(received ?? []), ...rest], message), status, body };
}

const mediaType = (header = ''): string => header.split(';')[0]?.trim() ?? '';

function readMessages(type: string, text: string): readonly OutgoingMessage[] | undefined {
  if (type === EVENT_STREAM) return readEvents(text);
  if (type !== 'application/json') return text === '' ? [] : undefined;
  const value: unknown = JSON.parse(text);
  return isMessage(value) ? [value] : undefined;
}

function readLastEventId({ type, text }: { type: string; text: string }): string | undefined {
  if (type !== EVENT_STREAM) return undefined;
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

const isMessage = (value: unknown): value is OutgoingMessage =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value;
