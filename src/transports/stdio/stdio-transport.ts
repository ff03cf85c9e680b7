import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { encodeAnswer } from '../../dispatch/answer.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { exceedsJsonDepth } from '../../protocol/json-depth.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { Connection } from '../../sessions/connection.js';
import type { ChannelSink } from '../message-channel.js';
import { MessageChannel } from '../message-channel.js';
import { LineSplitter } from './line-splitter.js';

/** Bounds of the stdio transport. */
export interface StdioLimits {
  /** Bytes of one line. */
  readonly maxLineBytes: number;
  /** Nesting of the JSON in a line. */
  readonly maxJsonDepth: number;
}

/** One message per line, both ways; the process is the connection. */
export class StdioTransport {
  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly revisions: ServedRevisions,
    private readonly limits: StdioLimits,
  ) {}

  /**
   * Serves until the input ends. Requests may still be running then; their answers are written as
   * they come; nothing else is.
   */
  async serve(input: Readable, output: Writable): Promise<void> {
    const sink = lineSink(output);
    const channel = new MessageChannel({
      dispatcher: this.dispatcher,
      revisions: this.revisions,
      transport: 'stdio',
      connection: new Connection('stdio', undefined),
      sink,
    });
    const refuse = (message: string) =>
      sink.answer({ id: null, error: { code: ErrorCode.ParseError, message } });
    const { maxLineBytes, maxJsonDepth } = this.limits;
    const splitter = new LineSplitter(maxLineBytes, {
      line: (text) => {
        const value = parseLine(text, maxJsonDepth);
        if (value === undefined) refuse('the line is not JSON, or nests too deep');
        else void channel.receive(value.json);
      },
      tooLong: () => refuse(`the line is longer than ${maxLineBytes} bytes`),
    });
    input.on('data', (chunk: Buffer) => splitter.push(chunk));
    await once(input, 'end');
    splitter.end();
    channel.close();
  }
}

function parseLine(text: string, maxJsonDepth: number): { readonly json: unknown } | undefined {
  if (exceedsJsonDepth(text, maxJsonDepth)) return undefined;
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** JSON text never holds a raw line break. A write resolves when the reader has caught up. */
function lineSink(output: Writable): ChannelSink {
  let drained: Promise<void> | undefined;
  return {
    isOpen: true,
    answer: (answer) => void output.write(`${encodeAnswer(answer)}\n`),
    send: (message) => {
      if (output.write(`${JSON.stringify(message)}\n`)) return undefined;
      // One listener, however many writers wait.
      drained ??= once(output, 'drain').then(() => (drained = undefined));
      return drained;
    },
  };
}
