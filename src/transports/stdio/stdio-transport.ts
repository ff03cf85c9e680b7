import type { BeforeApplicationShutdown, Logger, OnModuleDestroy } from '@nestjs/common';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { Clock } from '../../protocol/clock.js';
import type { Deferred } from '../../protocol/deferred.js';
import { deferred } from '../../protocol/deferred.js';
import { endsWithin } from '../../protocol/ends-within.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { Connection } from '../../sessions/connection.js';
import type { WriterLimits } from '../bounded-writer.js';
import type { DroppedMessages } from '../dropped-messages.js';
import { MessageChannel } from '../message-channel.js';
import type { TransportReports } from '../transport-reports.js';
import { LineSink } from './line-sink.js';
import { LineSplitter } from './line-splitter.js';
import { parseLine } from './parse-line.js';

/** Bounds of the stdio transport. */
export interface StdioLimits extends BatchLimits {
  /** Bytes of one line. */
  readonly maxLineBytes: number;
  /** Nesting of the JSON in a line. */
  readonly maxJsonDepth: number;
}

/** What the transport is made of. */
export interface StdioParts {
  readonly dispatcher: McpDispatcher;
  readonly revisions: ServedRevisions;
  readonly limits: StdioLimits & WriterLimits & { readonly shutdownGraceMs: number };
  readonly dropped: DroppedMessages;
  readonly reports: TransportReports;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Why serving ended: the client is gone, or the application stops. */
export type StdioEnd = 'disconnected' | 'stopped';

/** What is served: the way out, and an end to reading. */
interface Served {
  readonly sink: LineSink;
  readonly channel: MessageChannel;
  stopReading(): void;
}

/** One message per line, both ways; the process is the connection. */
export class StdioTransport implements OnModuleDestroy, BeforeApplicationShutdown {
  private served: Served | undefined;
  private isStopping = false;
  private readonly ending: Deferred<StdioEnd> = deferred();

  constructor(private readonly parts: StdioParts) {}

  /**
   * Serves until the client is gone, while requests may still be running, whose answers are written
   * as they come; or until the application has stopped and the answers are read. Called once.
   */
  serve(input: Readable, output: Writable): Promise<StdioEnd> {
    const { limits, dropped } = this.parts;
    const { maxBufferedBytes } = limits;
    const onDropped = dropped.of('stdio', 'stdio');
    const sink = new LineSink(output, input, { maxBufferedBytes, onDropped });
    const connection = new Connection('stdio', undefined, { transport: 'stdio' });
    const channel = this.openChannel(connection, sink);
    // The process is the session, so when the application ends it, it leaves.
    connection.closer = (end) => {
      stopReading();
      void channel.stop(end).then(() => this.ending.resolve('disconnected'));
    };
    const splitter = this.createReader(channel, sink);
    const read = (chunk: Buffer) => splitter.push(chunk);
    const stopReading = () => void input.off('data', read).pause();
    this.served = { sink, channel, stopReading };
    input.on('data', read);
    finished(input, { writable: false }, (error) => {
      if (!error) splitter.end();
      this.leave(stopReading, error && `The input broke off: ${error.message}`);
    });
    finished(output, { readable: false }, (error) => {
      this.leave(stopReading, error && `The client stopped reading: ${error.message}`);
    });
    return this.ending.promise;
  }

  /** Lets running calls finish, and cancels those that take longer than `limits.shutdownGraceMs`. */
  drain(): Promise<void> {
    const { dispatcher, limits } = this.parts;
    return dispatcher.drain(limits.shutdownGraceMs);
  }

  /** From now on the application ends itself. Calls may still run, so cancellations are still read. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /**
   * By now no call runs any more. Waits until the client has read the answers, as long as calls may
   * take to finish.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.served !== undefined) await this.flush(this.served);
    this.ending.resolve('stopped');
  }

  private leave(stopReading: () => void, complaint: string | null | undefined): void {
    if (complaint) this.parts.logger.warn(complaint);
    stopReading();
    this.served?.channel.close('disconnected');
    if (!this.isStopping) this.ending.resolve('disconnected');
  }

  private async flush({ sink, channel, stopReading }: Served): Promise<void> {
    const { clock, limits, logger } = this.parts;
    stopReading();
    channel.close('shutdown');
    if (!(await endsWithin(clock, limits.shutdownGraceMs, sink.end()))) {
      logger.warn(`The client did not read the last ${sink.unread} bytes of its answers`);
    }
  }

  private openChannel(connection: Connection, sink: LineSink): MessageChannel {
    const { dispatcher, revisions, limits, reports, logger } = this.parts;
    return new MessageChannel({
      dispatcher,
      revisions,
      connection,
      sink,
      limits,
      reports,
      logger,
    });
  }

  private createReader(channel: MessageChannel, sink: LineSink): LineSplitter {
    const { reports, limits } = this.parts;
    const { maxLineBytes, maxJsonDepth } = limits;
    const refuse = (message: string) => {
      reports.refused('stdio', ErrorCode.ParseError);
      sink.answer({ id: null, error: { code: ErrorCode.ParseError, message } });
    };
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
