import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import request from 'supertest';

/** One answer as it stood on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly text: string;
  /** The JSON-RPC messages of the body, in order. */
  readonly messages: readonly RawMessage[];
}

interface RawMessage {
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Posts single requests of one protocol era and shows the response as it came, headers and all. */
export class RawPosts {
  private constructor(
    private readonly server: Server,
    private readonly era: string,
    private readonly session: Readonly<Record<string, string>>,
  ) {}

  static async open(app: INestApplication, era: string): Promise<RawPosts> {
    const server = app.getHttpServer() as Server;
    if (era === '2026-07-28') return new RawPosts(server, era, {});
    const params = {
      protocolVersion: era,
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    const opened = await new RawPosts(server, era, {}).send('initialize', params);
    return new RawPosts(server, era, { 'mcp-session-id': opened.headers['mcp-session-id'] ?? '' });
  }

  /** Calls a tool with a progress token. */
  callTool(name: string, args: object = {}, headers: Readonly<Record<string, string>> = {}) {
    const meta = this.session['mcp-session-id'] === undefined ? envelope(this.era) : {};
    return this.send(
      'tools/call',
      { name, arguments: args, _meta: { ...meta, progressToken: 'p' } },
      { 'mcp-method': 'tools/call', 'mcp-name': name, ...headers },
    );
  }

  private async send(
    method: string,
    params: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> {
    const response = await request(this.server)
      .post('/mcp')
      .set('accept', 'application/json, text/event-stream')
      .set({ 'mcp-protocol-version': this.era, ...this.session, ...headers })
      .send({ jsonrpc: '2.0', id: 1, method, params });
    const { status, type, text } = response;
    const received = response.headers as Record<string, string>;
    return { status, headers: received, type, text, messages: readMessages(type, text) };
  }
}

function envelope(version: string): object {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

function readMessages(type: string, text: string): readonly RawMessage[] {
  if (type !== 'text/event-stream') return text === '' ? [] : [JSON.parse(text) as RawMessage];
  const events = text.split('\n\n').filter((event) => event !== '' && !event.endsWith('\ndata: '));
  return events.map((event) => {
    const [, data = ''] = /^(?:id: .*\n)?event: message\ndata: (.*)$/.exec(event) ?? [];
    return JSON.parse(data) as RawMessage;
  });
}
