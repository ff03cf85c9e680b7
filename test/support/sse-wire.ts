import type { INestApplication } from '@nestjs/common';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { WireClient, type WireAnswer } from './wire-client.js';
import { legacyRequest } from './wire-messages.js';

/** One event of a stream as it came. */
export interface SseEvent {
  readonly name: string;
  readonly data: string;
}

type Message = Record<string, any>;
type Headers = Record<string, string>;

/** Where and as whom to connect. */
export interface SseWireOptions {
  readonly path?: string;
  readonly headers?: Headers;
}

/** A client of HTTP+SSE made of nothing but node:http. */
export class SseWire {
  private readonly chunks: AsyncIterator<Buffer | string>;
  private text = '';

  private constructor(
    private readonly app: INestApplication,
    readonly response: IncomingMessage,
    private readonly headers: Headers,
    /** Cuts the stream. */
    readonly leave: () => void,
  ) {
    this.chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
    // A stream that is cut is one way to be closed.
    response.on('error', () => undefined);
  }

  /** Where the stream said that messages are to be posted. */
  endpoint = '';

  /** Asks for a stream and reads nothing of it. */
  static async open(
    app: INestApplication,
    { path = '/sse', headers = {} }: SseWireOptions = {},
  ): Promise<SseWire> {
    const all = { accept: 'text/event-stream', 'content-type': undefined, ...headers };
    const { response, leave } = await new WireClient(app, path).open('GET', all);
    return new SseWire(app, response, headers, leave);
  }

  /** A stream whose first event was read. */
  static async connect(app: INestApplication, options?: SseWireOptions): Promise<SseWire> {
    const wire = await SseWire.open(app, options);
    const event = await wire.nextEvent();
    if (event?.name !== 'endpoint') throw new Error(`the stream began with ${event?.name}`);
    wire.endpoint = event.data;
    return wire;
  }

  /** A connection with its handshake done. */
  static async initialize(
    app: INestApplication,
    options?: SseWireOptions,
    params: object = {},
  ): Promise<SseWire> {
    const wire = await SseWire.connect(app, options);
    await wire.ask(
      legacyRequest(
        'initialize',
        {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'wire', version: '1' },
          ...params,
        },
        'handshake',
      ),
    );
    return wire;
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get responseHeaders(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** The id in the announced URI. */
  get sessionId(): string {
    return new URL(this.endpoint, 'http://localhost').searchParams.get('sessionId') ?? '';
  }

  /** Posts a message to the announced URI, with the headers of the stream unless others are given. */
  post(message: unknown, headers: Record<string, string | undefined> = {}): Promise<WireAnswer> {
    const all = { accept: undefined, ...this.headers, ...headers };
    return new WireClient(this.app, this.endpoint).post(message, all);
  }

  /** Posts a request and reads the next message of the stream. */
  async ask(message: unknown): Promise<Message | undefined> {
    await this.post(message);
    return this.next();
  }

  /** The next message of the stream; `undefined` when it has ended. */
  async next(): Promise<Message | undefined> {
    const event = await this.nextEvent();
    return event && (JSON.parse(event.data) as Message);
  }

  /** The next event, comments left out. */
  async nextEvent(): Promise<SseEvent | undefined> {
    for (;;) {
      const block = await this.nextBlock();
      if (block === undefined) return undefined;
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) return { name, data };
    }
  }

  /** The next event or comment as it stood on the wire. */
  async nextBlock(): Promise<string | undefined> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end !== -1) {
        const block = this.text.slice(0, end);
        this.text = this.text.slice(end + 2);
        return block;
      }
      try {
        const { value, done } = await this.chunks.next();
        if (done === true) return undefined;
        this.text += String(value);
      } catch {
        return undefined;
      }
    }
  }
}
