import type { Logger } from '@nestjs/common';
import type { LinkFacts } from '../dispatch/telemetry/mcp-event.js';
import type { McpTelemetry } from '../dispatch/telemetry/mcp-telemetry.js';
import type { TransportName } from '../protocol/transport-name.js';
import type { Clock } from '../protocol/clock.js';
import { describeCode } from '../protocol/describe-code.js';

/** Tells of what happens between clients and the dispatcher. */
export class TransportReports {
  constructor(
    private readonly telemetry: McpTelemetry,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** A link to one client is open. Returns what to call when it is not any more. */
  connected(link: LinkFacts): () => void {
    const openedAt = this.clock.monotonic();
    this.telemetry.emit(() => ({ type: 'connected', ...link }));
    return () => this.end('disconnected', openedAt, link);
  }

  /** A response became a stream. Returns what to call when it is over. */
  streamOpened(link: LinkFacts): () => void {
    const openedAt = this.clock.monotonic();
    this.telemetry.emit(() => ({ type: 'stream_opened', ...link }));
    return () => this.end('stream_closed', openedAt, link);
  }

  /**
   * A message is refused before it becomes a call. The words of the error stay out of the log, since
   * they may quote headers.
   *
   * @param code of the JSON-RPC error
   * @param status of HTTP
   */
  refused(transport: TransportName, code: number, status?: number): void {
    this.telemetry.emit(() => ({ type: 'refused', transport, code, status }));
    const answer = status === undefined ? describeCode(code) : `${status}, ${describeCode(code)}`;
    this.logger.debug(`A message over ${transport} was refused: ${answer}`);
  }

  private end(type: 'disconnected' | 'stream_closed', openedAt: number, link: LinkFacts): void {
    const durationMs = this.clock.monotonic() - openedAt;
    this.telemetry.emit(() => ({ type, durationMs, ...link }));
  }
}
