import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { compiledApps } from './compiled-apps.js';

/** A message of the server. */
export interface Received {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A stdio server under test, as raw as a pipe: what is written and what comes out. */
export class StdioProcess {
  /** Everything on standard output so far. */
  output = '';
  /** Everything on standard error so far. */
  errors = '';
  readonly exited: Promise<Exit>;
  private readonly changes = new EventEmitter();
  /** What `messages` has parsed so far. */
  private readonly parsed: Received[] = [];
  private parsedUntil = 0;
  private isClosed = false;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.changes.emit('change');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
      this.changes.emit('change');
    });
    child.stdin.on('error', () => undefined);
    this.exited = once(child, 'close').then(([code, signal]: unknown[]) => {
      this.isClosed = true;
      this.changes.emit('change');
      return { code, signal } as Exit;
    });
  }

  /** Starts a file of the compiled applications, such as `test/apps/stdio/main.js`. */
  static async start(file: string, env: NodeJS.ProcessEnv = {}): Promise<StdioProcess> {
    return StdioProcess.run(join(await compiledApps(), file), env);
  }

  /** Starts a compiled file. */
  static run(main: string, env: NodeJS.ProcessEnv = {}): StdioProcess {
    return new StdioProcess(spawn(process.execPath, [main], { env: { ...process.env, ...env } }));
  }

  /** Lines of standard output, without the unfinished one. */
  get lines(): readonly string[] {
    return this.output.split('\n').slice(0, -1);
  }

  /** Standard output as messages. */
  get messages(): readonly Received[] {
    for (;;) {
      const end = this.output.indexOf('\n', this.parsedUntil);
      if (end === -1) return this.parsed;
      this.parsed.push(JSON.parse(this.output.slice(this.parsedUntil, end)) as Received);
      this.parsedUntil = end + 1;
    }
  }

  write(text: string | Uint8Array): void {
    this.child.stdin.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  callTool(id: string | number, name: string): void {
    this.send({ id, method: 'tools/call', params: { name } });
  }

  /** The answer with this id. */
  async answer(id: string | number | null): Promise<Received> {
    const find = () => this.messages.find((message) => message.id === id && !message.method);
    return this.until(find, `an answer with id ${id}`);
  }

  /** The first message from the given one on that fits, and its position among `messages`. */
  async next(
    from: number,
    fits: (message: Received) => boolean,
  ): Promise<{ readonly message: Received; readonly position: number }> {
    let position = from;
    const find = () => {
      const { messages } = this;
      for (; position < messages.length; position++) {
        const message = messages[position];
        if (message !== undefined && fits(message)) return { message, position };
      }
      return undefined;
    };
    return this.until(find, `a message after ${from} others`);
  }

  /** Calls `listener` whenever something was read. */
  onChange(listener: () => void): void {
    this.changes.on('change', listener);
  }

  /** The first request of the server with this method. */
  async request(method: string): Promise<Received> {
    const find = () => this.messages.find((message) => message.method === method);
    return this.until(find, `a request ${method}`);
  }

  /** Resolves once standard error holds this text. */
  async hears(text: string): Promise<void> {
    await this.until(() => this.errors.includes(text) || undefined, `“${text}” on stderr`);
  }

  /** Resolves once standard output holds this text. */
  async prints(text: string): Promise<void> {
    await this.until(() => this.output.includes(text) || undefined, `“${text}” on stdout`);
  }

  /** The handshake of 2025-11-25. */
  async initialize(): Promise<Received> {
    const clientInfo = { name: 'pipe', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    this.send({ id: 'hello', method: 'initialize', params });
    const answer = await this.answer('hello');
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  /** Ends the input. */
  end(): void {
    this.child.stdin.end();
  }

  /** Leaves unread what the server writes, until `resume()`. */
  pause(): void {
    this.child.stdout.pause();
  }

  resume(): void {
    this.child.stdout.resume();
  }

  /** Closes the other end of what the server writes. */
  hangUp(): void {
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private async until<Found>(find: () => Found | undefined, what: string): Promise<Found> {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found;
      if (this.isClosed) throw new Error(`the process ended without ${what}:\n${this.errors}`);
      await once(this.changes, 'change');
    }
  }
}
