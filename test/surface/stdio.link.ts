import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Received } from '../support/stdio-process.js';
import { StdioProcess } from '../support/stdio-process.js';
import type { Era } from './era.js';
import type {
  Exchange,
  Message,
  SurfaceLink,
  SurfaceLinkOptions,
} from './surface-link.interface.js';

/**
 * The official client on a process that somebody else speaks with, too. It does not mind answers to
 * requests that are not its own.
 */
class SharedTransport implements Transport {
  onmessage: Transport['onmessage'];
  onclose: Transport['onclose'];
  private delivered: number;
  private isDelivering = false;

  constructor(private readonly server: StdioProcess) {
    this.delivered = server.messages.length;
  }

  start(): Promise<void> {
    this.server.onChange(() => this.deliver());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.server.send(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  /** Each in a turn of its own: client 2.4.0 forgets progress that comes in one go with the answer. */
  private deliver(): void {
    const message = this.server.messages[this.delivered];
    if (this.isDelivering || message === undefined) return;
    this.isDelivering = true;
    this.delivered++;
    this.onmessage?.(message as JSONRPCMessage);
    setImmediate(() => {
      this.isDelivering = false;
      this.deliver();
    });
  }
}

/** Standard input and output of a process of its own. */
export class StdioSurfaceLink implements SurfaceLink {
  readonly transport = 'stdio';
  private nextId = 1;

  private constructor(
    private readonly way: Era,
    private readonly server: StdioProcess,
    readonly client: Client,
  ) {}

  static async open(era: Era, { server }: SurfaceLinkOptions = {}): Promise<StdioSurfaceLink> {
    const env = server === undefined ? {} : { MCP_SERVER: server };
    const child = await StdioProcess.start('test/apps/surface/main.stdio.js', env);
    return new StdioSurfaceLink(era, child, await era.connect(new SharedTransport(child)));
  }

  get era() {
    return this.way.name;
  }

  get expected() {
    return this.way.expected;
  }

  get stray(): readonly string[] {
    return this.server.lines.filter((line) => !/^\{"jsonrpc":"2\.0",.*\}$/.test(line));
  }

  get printed(): string {
    return this.server.errors;
  }

  prints(text: string): Promise<void> {
    return this.server.hears(text);
  }

  /** A process has one client. */
  connect(): Promise<Client> {
    return Promise.resolve(this.client);
  }

  async ask(method: string, params: Message = {}): Promise<Exchange> {
    const id = `raw ${this.nextId++}`;
    const start = this.server.messages.length;
    this.server.send({ id, method, params: this.way.dress(params) });
    const isAnswer = (message: Received) => message.id === id && message.method === undefined;
    const { message: answer, position } = await this.server.next(start, isAnswer);
    const before = this.server.messages.slice(start, position);
    return { answer, before, after: () => this.readFrom(position + 1) };
  }

  async tell(message: object): Promise<readonly Message[]> {
    const start = this.server.messages.length;
    this.server.send(message);
    return this.readFrom(start);
  }

  async write(text: string): Promise<Message> {
    const start = this.server.messages.length;
    this.server.write(`${text}\n`);
    return (await this.server.next(start, () => true)).message;
  }

  async close(): Promise<void> {
    await this.client.close();
    this.server.end();
    await this.server.exited;
  }

  /** What came since, until an answer that comes after everything before it. */
  private async readFrom(start: number): Promise<readonly Message[]> {
    const id = `barrier ${this.nextId++}`;
    this.server.send({ id, method: 'tools/list', params: this.way.dress({}) });
    const { position } = await this.server.next(start, (message) => message.id === id);
    return this.server.messages.slice(start, position);
  }
}
