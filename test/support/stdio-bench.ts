import { PassThrough } from 'node:stream';
import type { StdioEnd } from '../../src/transports/stdio/stdio-transport.js';
import { DroppedMessages } from '../../src/transports/dropped-messages.js';
import { StdioTransport } from '../../src/transports/stdio/stdio-transport.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';
import { settled } from './settled.js';
import type { Received } from './stdio-process.js';
import { initialize } from './wire-messages.js';

/** A transport that serves nobody yet. */
export function createStdioTransport(bench: DispatcherBench): StdioTransport {
  const dropped = new DroppedMessages(bench.limits, bench.telemetry, bench.logger);
  return new StdioTransport({ ...bench, dropped });
}

/** A stdio server between two pipes of this process; time moves by hand. */
export class StdioBench {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly transport: StdioTransport;
  readonly served: Promise<StdioEnd>;
  private text = '';

  private constructor(readonly bench: DispatcherBench) {
    this.transport = createStdioTransport(bench);
    this.served = this.transport.serve(this.input, this.output);
  }

  /** Nobody reads the output until `read()`. */
  static async open(options: BenchOptions = {}): Promise<StdioBench> {
    return new StdioBench(await createBench(options));
  }

  /** Starts to read. */
  read(): this {
    this.output.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    return this;
  }

  write(text: string | Uint8Array): void {
    this.input.write(text);
  }

  send(...messages: object[]): void {
    for (const message of messages) {
      this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
  }

  /** The handshake of 2025-11-25, whose answer is not among the messages. */
  async initialize(): Promise<void> {
    this.send(initialize('hello'), { method: 'notifications/initialized' });
    await this.messages();
    this.text = '';
  }

  /** What was read so far, once everything that needs no time has happened. */
  async messages(): Promise<readonly Received[]> {
    await settled();
    return this.lines.map((line) => JSON.parse(line) as Received);
  }

  /** Complete lines that were read. */
  get lines(): readonly string[] {
    return this.text.split('\n').slice(0, -1);
  }
}
