import type { Server } from 'node:http';
import type { OutgoingMessage, ServerRequest } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { HttpReading } from './http-reading.js';
import { readResponse } from './http-reading.js';
import { loadSupertest } from './load-supertest.js';
import type { HttpAnswer } from './read-exchange.js';
import { readExchange, readLastEventId, readMessages } from './read-exchange.js';
import { isServerRequest, splitMessages } from './split-messages.js';
import type {
  TestExchange,
  OpenExchange,
  SendOptions,
  TestLink,
  TestReceiver,
} from './test-link.interface.js';

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
  let isClosed = false;
  /** What the server says on its own (up to 2025-11-25). */
  let stream: HttpReading | undefined;

  const post = (extra: Readonly<Record<string, string>>) =>
    supertest(server)
      .post(path)
      .set('accept', `application/json, ${EVENT_STREAM}`)
      .set({ ...session, ...headers, ...extra });
  const get = (extra: Readonly<Record<string, string>>) =>
    supertest(server)
      .get(path)
      .set({ ...session, ...headers, ...extra, accept: EVENT_STREAM });

  function take(message: OutgoingMessage, onAnswerLost: (reason: Error) => void): void {
    if (isServerRequest(message)) respond(message).catch(onAnswerLost);
    else if ('method' in message) receiver.notification(message);
  }

  async function respond(request: ServerRequest): Promise<void> {
    const answer = await receiver.request(request);
    if (!isClosed) await post({}).send(answer);
  }

  /** What follows on a stream that ended before its answer, as `ctx.closeStream()` lets it. */
  async function resume(first: HttpAnswer, message: JsonObject): Promise<OutgoingMessage[]> {
    const rest: OutgoingMessage[] = [];
    for (let answer = first; ;) {
      const received = readMessages(answer) ?? [];
      const lastEventId = readLastEventId(answer);
      if (lastEventId === undefined || splitMessages(received, message).response) return rest;
      const reading = readResponse(get({ 'last-event-id': lastEventId }), (event) =>
        take(event, reading.fail),
      );
      answer = await reading.ended;
      rest.push(...(readMessages(answer) ?? []));
    }
  }

  function send(
    message: JsonObject,
    { headers: extra = {}, onMessage }: SendOptions = {},
  ): OpenExchange {
    let isGivenUp = false;
    const reading = readResponse(post(extra).send(message), (event) => {
      take(event, reading.fail);
      onMessage?.(event);
    });
    const conclude = async (answer: HttpAnswer): Promise<TestExchange> => {
      const sessionId = answer.headers[SESSION_HEADER];
      if (sessionId !== undefined) session = { [SESSION_HEADER]: sessionId };
      return readExchange(answer, message, isGivenUp ? [] : await resume(answer, message));
    };
    return {
      done: reading.ended.then(conclude),
      close: async () => {
        isGivenUp = true;
        reading.stop();
      },
    };
  }

  async function hearMore(
    extra: Readonly<Record<string, string>>,
  ): Promise<TestExchange | undefined> {
    if (stream !== undefined) return undefined;
    const reading = readResponse(get(extra), (event) => take(event, reading.fail));
    stream = reading;
    const over = reading.ended.finally(() => {
      stream = undefined;
      receiver.quiet();
    });
    // It may also end later, which is no failure.
    over.catch(() => undefined);
    return (await reading.began) === 200 ? undefined : readExchange(await over, {});
  }

  async function close(): Promise<void> {
    isClosed = true;
    stream?.stop();
    if (!(SESSION_HEADER in session)) return;
    const ended = { ...session, ...headers };
    session = {};
    await supertest(server).delete(path).set(ended);
  }

  return {
    description: `over HTTP at ${path}`,
    get hearsMore() {
      return stream !== undefined;
    },
    send,
    hearMore,
    close,
  };
}
