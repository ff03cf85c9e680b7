import type { INestApplication } from '@nestjs/common';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initialize } from './wire-messages.js';

/** One HTTP answer, read to its end. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const USUAL = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Posts to the MCP endpoint with nothing but node:http, a connection for each request. */
export class WireClient {
  readonly port: number;

  constructor(
    app: INestApplication,
    private readonly path = '/mcp',
  ) {
    this.port = (app.getHttpServer().address() as AddressInfo).port;
  }

  /** POST of a value, or of a string or bytes as they are; `undefined` headers are left out. */
  post(body: unknown, headers: Record<string, string | undefined> = {}): Promise<WireAnswer> {
    return this.send('POST', headers, body);
  }

  /** Any request; the answer once it is complete. */
  async send(
    method: string,
    headers: Record<string, string | undefined> = {},
    body?: unknown,
  ): Promise<WireAnswer> {
    const { response } = await this.open(method, headers, body);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: await read(response),
    };
  }

  /** Any request; the answer once its head is there. `leave` cuts the connection. */
  async open(
    method: string,
    headers: Record<string, string | undefined> = {},
    body?: unknown,
  ): Promise<{ readonly response: IncomingMessage; leave(): void }> {
    const all = { ...USUAL, ...headers };
    const request = httpRequest({
      port: this.port,
      host: '127.0.0.1',
      path: this.path,
      method,
      agent: false,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
    });
    request.end(body === undefined || isBytes(body) ? body : JSON.stringify(body));
    return { response: await response, leave: () => request.destroy() };
  }

  /** Opens a session; gives the header that names it. */
  async openSession(headers: Record<string, string> = {}): Promise<Record<string, string>> {
    const answer = await this.post(initialize(), headers);
    return { ...headers, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  }
}

const isBytes = (body: unknown): body is string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body);

/** The rest of a response as text. */
export async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The messages of an event stream; events without data carry none. */
export const events = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => /^data: ./.test(line))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);

/** Status and JSON body of an answer, for one comparison. */
export const outcome = ({ status, text }: WireAnswer): { status: number; body: any } => ({
  status,
  body: text === '' ? '' : JSON.parse(text),
});
