import type { INestApplication } from '@nestjs/common';
import { McpNotificationBus } from 'nest-mcp';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { EventReader } from '../../support/event-reader.js';
import { pushed, valueOf } from '../../support/stream-client.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';
import { FrontDesk, GREETING } from './front-desk.js';
import type { Shape } from './shape.interface.js';

type Headers = Readonly<Record<string, string>>;

/** An answer that may have come compressed. */
interface Unpacked {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a client of each era and one of the application's own route get to see. */
export async function converse(app: INestApplication, shape: Shape) {
  const { path = '/mcp', rest = '/greetings', restHeaders = {} } = shape;
  const visitor = new Visitor(app, path, shape.headers ?? {});
  return {
    legacy: await visitor.legacy(),
    modern: await visitor.modern(),
    besides: await visitor.besides(),
    rest: await new Visitor(app, rest, restHeaders).fetch(),
    headers: visitor.headersOf(Object.keys(shape.answered ?? {})),
  };
}

class Visitor {
  private readonly seen: IncomingHttpHeaders[] = [];

  constructor(
    private readonly app: INestApplication,
    private readonly path: string,
    private readonly headers: Headers,
  ) {}

  /** A session from its beginning to its end. */
  async legacy() {
    const opened = await this.post(initialize());
    const id = String(opened.headers['mcp-session-id']);
    const session = { 'mcp-session-id': id };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status } = await this.post(initialized, session);
    const plain = await this.post(legacyCall('greet'), session);
    const call = await this.stream('POST', session, legacyCall('check'));
    const streamed = await this.readCall(call);
    const standing = await this.stream('GET', session);
    this.app.get(McpNotificationBus).sendTo(id, pushed(7));
    const push = await standing.next();
    const ended = await this.exchange('DELETE', session);
    const after = await this.post(legacyCall('greet'), session);
    return {
      statuses: [opened.status, status, plain.status, ended.status, after.status],
      plain: textOf(plain),
      streamed,
      push: push && valueOf(push),
      rest: await standing.next(),
    };
  }

  /** The same calls without a session. */
  async modern() {
    const greet = modernCall('greet');
    const plain = await this.post(greet.body, greet.headers);
    const check = modernCall('check');
    const streamed = await this.stream('POST', check.headers, check.body);
    return { plain: textOf(plain), streamed: await this.readCall(streamed) };
  }

  /** What is no message, no method of the endpoint, and no path of it. */
  async besides() {
    const malformed = await this.post('{"jsonrpc":');
    const put = await this.exchange('PUT', {}, {});
    const near = new Visitor(this.app, `${this.path}/extra`, this.headers);
    const { status, text } = await near.post({});
    return {
      malformed: [malformed.status, codeOf(malformed)],
      put: [put.status, put.headers.allow],
      near: { status, isOurs: text.includes('jsonrpc') },
    };
  }

  async fetch() {
    const { status, text, headers } = await this.exchange('GET', {});
    this.seen.push(headers);
    return { status, text: briefly(text) };
  }

  /** The values that these headers had in all answers. */
  headersOf(names: readonly string[]): object {
    return Object.fromEntries(
      names.map((name) => [name, [...new Set(this.seen.map((headers) => headers[name]))]]),
    );
  }

  private post(body: unknown, headers: Headers = {}): Promise<Unpacked> {
    return this.exchange('POST', headers, body);
  }

  private async exchange(method: string, headers: Headers, body?: unknown): Promise<Unpacked> {
    const response = await this.open(method, headers, body);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isPacked = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  private async stream(method: string, headers: Headers, body?: unknown): Promise<EventReader> {
    const response = await this.open(method, headers, body);
    const type = response.headers['content-type'];
    if (type === 'text/event-stream') return new EventReader(response);
    throw new Error(`${method} was answered ${response.statusCode} ${type}, not by a stream`);
  }

  /** The call goes on when its first event is there, so an event that is held back is found. */
  private async readCall(stream: EventReader): Promise<unknown[]> {
    const first = await stream.next();
    this.app.get(FrontDesk).proceed();
    const messages = [first, await stream.next(), await stream.next()];
    return messages.map((message) => message && valueOf(message));
  }

  private async open(method: string, headers: Headers, body?: unknown): Promise<IncomingMessage> {
    const all = { 'accept-encoding': 'gzip', ...this.headers, ...headers };
    const { response } = await new WireClient(this.app, this.path).open(method, all, body);
    this.seen.push(response.headers);
    return response;
  }
}

const textOf = ({ text }: Unpacked): unknown =>
  briefly(valueOf(JSON.parse(text) as Record<string, unknown>));

/** For reports that can be read. */
const briefly = (value: unknown): unknown => (value === GREETING ? 'the greeting' : value);

const codeOf = ({ text }: Unpacked): unknown =>
  (JSON.parse(text) as { error?: { code: number } }).error?.code;
