import type { Server } from 'node:http';
import type { OutgoingMessage } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { loadSupertest } from './load-supertest.js';
import { splitMessages } from './split-messages.js';
import type { Exchange, TestLink } from './test-link.interface.js';

/** Where and how to post. */
export interface HttpLinkOptions {
  readonly server: Server;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const SESSION_HEADER = 'mcp-session-id';
const EVENT_STREAM = 'text/event-stream';

/** Over HTTP with supertest, which binds the server to a free port if it does not listen. */
export async function httpLink(options: HttpLinkOptions): Promise<TestLink> {
  const { server, path, headers } = options;
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
      stream = await supertest(server)
        .get(path)
        .set({ ...session, ...headers, accept: EVENT_STREAM, 'last-event-id': lastEventId });
      rest.push(...(readMessages(stream.type, stream.text) ?? []));
    }
  };
  return {
    async send(message: JsonObject, extra = {}): Promise<Exchange> {
      const response = await supertest(server)
        .post(path)
        .set('accept', 'application/json, text/event-stream')
        .set({ ...session, ...headers, ...extra })
        .send(message);
      const sessionId = response.headers[SESSION_HEADER];
      if (sessionId !== undefined) session = { [SESSION_HEADER]: sessionId };
      const received = readMessages(response.type, response.text);
      const { status } = response;
      const rest = await resume(response.type, response.text, message);
      return {
        ...splitMessages([...(received ?? []), ...rest], message),
        status,
        body: received === undefined ? response.text : undefined,
      };
    },
    async close(): Promise<void> {
      if (SESSION_HEADER in session) {
        await supertest(server)
          .delete(path)
          .set({ ...session, ...headers });
      }
    },
  };
}

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
