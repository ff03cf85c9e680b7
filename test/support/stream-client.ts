import type { INestApplication } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { McpContext } from 'nest-mcp';
import { McpNotificationBus } from 'nest-mcp';
import { StreamLab } from '../apps/stream-lab.js';
import type { DrivenCall } from '../apps/stream-lab.js';
import type { WireEvent } from './event-reader.js';
import { EventReader } from './event-reader.js';
import { WireClient } from './wire-client.js';
import { legacyCall, legacyRequest } from './wire-messages.js';

type Headers = Record<string, string>;

/** A stream as a client has it. */
export interface ClientStream {
  readonly response: IncomingMessage;
  readonly reader: EventReader;
  /** Cuts the connection. */
  leave(): void;
}

/** A client of one session that opens, loses and resumes streams by hand. */
export class StreamClient {
  private constructor(
    private readonly app: INestApplication,
    readonly wire: WireClient,
    readonly headers: Headers,
  ) {}

  static async open(
    app: INestApplication,
    { version = '2025-11-25', headers = {} }: { version?: string; headers?: Headers } = {},
  ): Promise<StreamClient> {
    const wire = new WireClient(app);
    const params = {
      protocolVersion: version,
      capabilities: { elicitation: {} },
      clientInfo: { name: 'streams', version: '1.0.0' },
    };
    const answer = await wire.post(legacyRequest('initialize', params), headers);
    const session = String(answer.headers['mcp-session-id']);
    return new StreamClient(app, wire, { ...headers, 'mcp-session-id': session });
  }

  get sessionId(): string {
    return String(this.headers['mcp-session-id']);
  }

  /** GET, with the id of the last event if there is one. */
  async get(lastEventId?: string): Promise<ClientStream> {
    return this.streamOf('GET', lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
  }

  /** The status and body that GET is answered with when it is no stream. */
  getOnce(lastEventId: string, headers: Record<string, string | undefined> = {}) {
    return this.wire.send('GET', { ...this.headers, 'last-event-id': lastEventId, ...headers });
  }

  /** Calls `drive`, whose first report opens its stream. */
  async drive(id = 1): Promise<ClientStream & { readonly call: DrivenCall }> {
    const stream = this.streamOf('POST', {}, legacyCall('drive', {}, id));
    const call = await this.app.get(StreamLab).nextDriven();
    await call.context.progress(1);
    return { ...(await stream), call };
  }

  /** Sends something that belongs to no request. */
  push(n: number): void {
    this.app.get(McpNotificationBus).sendTo(this.sessionId, pushed(n));
  }

  private async streamOf(method: string, headers: Headers, body?: unknown): Promise<ClientStream> {
    const { response, leave } = await this.wire.open(method, { ...this.headers, ...headers }, body);
    response.on('error', () => undefined);
    return { response, leave, reader: new EventReader(response) };
  }
}

/** A notification that belongs to no request. */
export const pushed = (n: number) =>
  ({ jsonrpc: '2.0', method: 'notifications/of/the/test', params: { n } }) as const;

/** The next event that carries a message. */
export async function nextMessage({ reader }: ClientStream): Promise<WireEvent> {
  for (;;) {
    const event = await reader.nextEvent();
    if (event === undefined) throw new Error('the stream has ended');
    if (event.data !== '') return event;
  }
}

/** What is left of a stream, until it ends: numbers of reports and pushes, texts of answers. */
export async function rest({ reader }: ClientStream): Promise<unknown[]> {
  const values: unknown[] = [];
  for (;;) {
    const message = await reader.next().catch(() => undefined);
    if (message === undefined) return values;
    values.push(valueOf(message));
  }
}

/** The number of a report or push, the text of an answer. */
export function valueOf(message: Record<string, unknown>): unknown {
  const { params, result } = message as {
    params?: { n?: number; progress?: number };
    result?: { content: [{ text: string }] };
  };
  return params?.n ?? params?.progress ?? result?.content[0].text ?? message;
}

/** Reports this many times more. */
export async function report(context: McpContext, from: number, to: number): Promise<void> {
  for (let step = from; step <= to; step++) await context.progress(step);
}
