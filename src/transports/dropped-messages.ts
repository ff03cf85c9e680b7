import type { Logger } from '@nestjs/common';
import type { McpTelemetry } from '../dispatch/telemetry/mcp-telemetry.js';
import type { TransportName } from '../protocol/transport-name.js';
import type { OnDropped, WriterLimits } from './bounded-writer.js';

/** Tells of notifications that a slow reader lost: each to telemetry, the first one to the log. */
export class DroppedMessages {
  private hasWarned = false;

  constructor(
    private readonly limits: WriterLimits,
    private readonly telemetry: McpTelemetry,
    private readonly logger: Logger,
  ) {}

  /** What a writer of this transport, or of one connection of it, is to call. */
  of(transport: TransportName, connectionId?: string): OnDropped {
    return (weight) => {
      this.telemetry.emit(() => ({ type: 'message_dropped', weight, transport, connectionId }));
      this.warn();
    };
  }

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.warn(
      'A notification was dropped for a client that reads too slowly: limits.maxBufferedBytes ' +
        `(${this.limits.maxBufferedBytes}) is met. Said once.`,
    );
  }
}
