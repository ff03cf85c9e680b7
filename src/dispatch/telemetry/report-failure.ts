import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { McpTelemetry } from './mcp-telemetry.js';

/**
 * Tells of code of the application that threw where nobody waits for it.
 *
 * @param place which code it was, in words of the server: nothing that a client chose
 */
export type ReportFailure = (thrown: unknown, place: string) => void;

/** Reports to the log, and the place to telemetry. */
export const reportFailureTo =
  (logger: Logger, telemetry: McpTelemetry): ReportFailure =>
  (thrown, place) => {
    logger.error(`${place} failed: ${inspect(thrown)}`);
    telemetry.emit(() => ({ type: 'callback_failed', place }));
  };
