import type { INestApplication } from '@nestjs/common';
import { EventReader } from './event-reader.js';
import type { WireAnswer } from './wire-client.js';
import { events, WireClient } from './wire-client.js';
import { legacyRequest } from './wire-messages.js';

type Headers = Readonly<Record<string, string | undefined>>;

/** One JSON-RPC message. */
export type Message = Record<string, any>;

/** What a batch was answered with. */
export interface BatchAnswer {
  readonly status: number;
  /** Without parameters; empty where there is no body. */
  readonly type: string;
  /** An array, an object, or the messages of a stream. */
  readonly body: any;
}

/** A client that posts several messages at once, in a session or without one. */
export class BatchClient {
  private constructor(
    readonly wire: WireClient,
    readonly headers: Headers,
  ) {}

  /** A session of 2025-03-26, unless another revision is asked for. */
  static async open(
    app: INestApplication,
    { version = '2025-03-26', capabilities = {} }: { version?: string; capabilities?: object } = {},
  ): Promise<BatchClient> {
    const wire = new WireClient(app);
    const clientInfo = { name: 'batches', version: '1.0.0' };
    const params = { protocolVersion: version, capabilities, clientInfo };
    const { headers } = await wire.post(legacyRequest('initialize', params));
    return new BatchClient(wire, { 'mcp-session-id': String(headers['mcp-session-id']) });
  }

  /** No session; the assumed revision has batches. */
  static alone(app: INestApplication): BatchClient {
    return new BatchClient(new WireClient(app), {});
  }

  /** Posts any body; the answer once it is complete. */
  async post(body: unknown, headers: Headers = {}): Promise<BatchAnswer> {
    return read(await this.wire.post(body, { ...this.headers, ...headers }));
  }

  /** Posts a body whose answer is read event by event. */
  async stream(body: unknown, headers: Headers = {}) {
    const all = { ...this.headers, ...headers };
    const { response, leave } = await this.wire.open('POST', all, body);
    response.on('error', () => undefined);
    return { response, leave, reader: new EventReader(response) };
  }

  /** DELETE of the session. */
  end(): Promise<WireAnswer> {
    return this.wire.send('DELETE', this.headers);
  }
}

function read({ status, headers, text }: WireAnswer): BatchAnswer {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type === 'text/event-stream') return { status, type, body: events(text) };
  return { status, type, body: text === '' ? '' : JSON.parse(text) };
}

/** Asks for JSON only. */
export const ONLY_JSON = { accept: 'application/json' };

/** Asks for a stream only. */
export const ONLY_STREAM = { accept: 'text/event-stream' };

/** `notifications/cancelled`. */
export const cancelled = (requestId: unknown): Message => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** The text of the answer of a tool, or the code of an error. */
export const gist = ({ result, error }: Message): unknown =>
  result?.content?.[0]?.text ?? error?.code;
