import type { BeforeApplicationShutdown, Logger } from '@nestjs/common';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Clock } from '../../protocol/clock.js';
import type { Deferred } from '../../protocol/deferred.js';
import { deferred } from '../../protocol/deferred.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { Connection } from '../../sessions/connection.js';
import { MessageChannel } from '../message-channel.js';
import { LineSink } from './line-sink.js';
import { LineSplitter } from './line-splitter.js';
import { parseLine } from './parse-line.js';

/** Bounds of the stdio transport. */
export interface StdioLimits {
  /** Bytes of one line. */
  readonly maxLineBytes: number;
  /** Nesting of the JSON in a line. */
  readonly maxJsonDepth: number;
}

/** What the transport is made of. */
export interface StdioParts {
  readonly dispatcher: McpDispatcher;
  readonly revisions: ServedRevisions;
  readonly limits: StdioLimits & { readonly shutdownGraceMs: number };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Why serving ended: the client is gone, or the application stops. */
export type StdioEnd = 'disconnected' | 'stopped';

/** Unread answers past which a client that does not read is not read from either. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** One message per line, both ways; the process is the connection. */
export class StdioTransport implements BeforeApplicationShutdown {
  private sink: LineSink | undefined;
  private readonly ending: Deferred<StdioEnd> = deferred();

  constructor(private readonly parts: StdioParts) {}

  /**
   * Serves until the input ends or fails, the output fails, or the application stops. Requests may
   * still be running then; their answers are written as they come. Called once.
   */
  async serve(input: Readable, output: Writable): Promise<StdioEnd> {
    const { ending } = this;
    const { logger } = this.parts;
    const sink = new LineSink(output, input, MAX_UNREAD_BYTES);
    this.sink = sink;
    const splitter = this.createReader(sink);
    const read = (chunk: Buffer) => splitter.push(chunk);
    input.on('data', read);
    finished(input, { writable: false }, (error) => {
      if (error) logger.warn(`The input broke off: ${error.message}`);
      else splitter.end();
      ending.resolve('disconnected');
    });
    finished(output, { readable: false }, (error) => {
      if (error) logger.warn(`The client stopped reading: ${error.message}`);
      ending.resolve('disconnected');
    });
    const end = await ending.promise;
    input.off('data', read).pause();
    return end;
  }

  /** Lets running calls finish, and cancels those that take longer than `limits.shutdownGraceMs`. */
  drain(): Promise<void> {
    const { dispatcher, limits } = this.parts;
    return dispatcher.drain(limits.shutdownGraceMs);
  }

  /**
   * By now no call runs any more. Waits until the client has read the answers, as long as calls may
   * take to finish.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.resolve('stopped');
    const { sink } = this;
    if (sink === undefined) return;
    const { clock, limits, logger } = this.parts;
    const isLate = deferred<'late'>();
    const timer = clock.after(limits.shutdownGraceMs, () => isLate.resolve('late'));
    const outcome = await Promise.race([sink.end(), isLate.promise]);
    timer.cancel();
    if (outcome === 'late') {
      logger.warn(`The client did not read the last ${sink.unread} characters of its answers`);
    }
  }

  private createReader(sink: LineSink): LineSplitter {
    const { dispatcher, revisions, limits, logger } = this.parts;
    const channel = new MessageChannel({
      dispatcher,
      revisions,
      transport: 'stdio',
      connection: new Connection('stdio', undefined),
      sink,
      logger,
    });
    const refuse = (message: string) =>
      sink.answer({ id: null, error: { code: ErrorCode.ParseError, message } });
    const { maxLineBytes, maxJsonDepth } = limits;
    return new LineSplitter(maxLineBytes, {
      line: (bytes) => {
        const parsed = parseLine(bytes, maxJsonDepth);
        if ('fault' in parsed) refuse(parsed.fault);
        else void channel.receive(parsed.value);
      },
      tooLong: () => refuse(`the line is longer than ${maxLineBytes} bytes`),
    });
  }
}
