import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../apps/surface/app.module.js';
import { RecordingLogger } from '../support/recording-logger.js';
import type { WireAnswer } from '../support/wire-client.js';
import { events, WireClient } from '../support/wire-client.js';
import { modernRequest } from '../support/wire-messages.js';
import type { Era } from './era.js';
import type {
  Exchange,
  Message,
  SurfaceLink,
  SurfaceLinkOptions,
} from './surface-link.interface.js';

/** Keeps what applications log in production too, and what they do not. */
class EveryLevel extends RecordingLogger {
  override debug(message: unknown): void {
    this.log(message);
  }

  verbose(message: unknown): void {
    this.log(message);
  }
}

/** Streamable HTTP, with the server in this process. */
export class HttpSurfaceLink implements SurfaceLink {
  readonly transport = 'http';
  readonly stray = [];
  private readonly clients: Client[] = [];
  private nextId = 1;

  private constructor(
    private readonly way: Era,
    private readonly app: INestApplication,
    private readonly path: string,
    private readonly logger: RecordingLogger,
    private readonly wire: WireClient,
    private readonly session: Record<string, string>,
  ) {}

  static async open(era: Era, { server }: SurfaceLinkOptions = {}): Promise<HttpSurfaceLink> {
    const logger = new EveryLevel();
    const app = await NestFactory.create(AppModule, { logger, forceCloseConnections: true });
    await app.listen(0, '127.0.0.1');
    const path = server === undefined ? '/mcp' : `/${server}`;
    const wire = new WireClient(app, path);
    const session = era.name === 'legacy' ? await wire.openSession() : {};
    if (era.name === 'legacy') {
      await wire.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    }
    const link = new HttpSurfaceLink(era, app, path, logger, wire, session);
    await link.connect();
    return link;
  }

  get era() {
    return this.way.name;
  }

  get expected() {
    return this.way.expected;
  }

  get client(): Client {
    const [first] = this.clients;
    if (first === undefined) throw new Error('the link is not open');
    return first;
  }

  get printed(): string {
    return this.logger.text;
  }

  /** What is logged in this process is logged at once. */
  prints(text: string): Promise<void> {
    if (this.printed.includes(text)) return Promise.resolve();
    return Promise.reject(new Error(`“${text}” was not logged`));
  }

  async connect(): Promise<Client> {
    const url = new URL(this.path, await this.app.getUrl());
    const client = await this.way.connect(new StreamableHTTPClientTransport(url));
    this.clients.push(client);
    return client;
  }

  async ask(method: string, params: Message = {}): Promise<Exchange> {
    const id = this.nextId++;
    const dressed = this.way.dress(params);
    const { headers } = modernRequest(method, params);
    const received = await this.wire.post(
      { jsonrpc: '2.0', id, method, params: dressed },
      this.era === 'legacy' ? this.session : headers,
    );
    const messages = messagesOf(received);
    const position = messages.findIndex((message) => message.id === id && !message.method);
    const answer = messages[position];
    if (answer === undefined) throw new Error(`${method} was not answered: ${received.text}`);
    return {
      answer,
      before: messages.slice(0, position),
      // A response is read to its end.
      after: () => Promise.resolve(messages.slice(position + 1)),
      status: received.status,
    };
  }

  async tell(message: object): Promise<readonly Message[]> {
    return messagesOf(await this.wire.post({ jsonrpc: '2.0', ...message }, this.session));
  }

  async write(text: string): Promise<Message> {
    const [message] = messagesOf(await this.wire.post(text, this.session));
    return message ?? {};
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.close();
    await this.app.close();
  }
}

function messagesOf({ headers, text }: WireAnswer): readonly Message[] {
  if (headers['content-type'] === 'text/event-stream') return events(text);
  return text === '' ? [] : [JSON.parse(text) as Message];
}
