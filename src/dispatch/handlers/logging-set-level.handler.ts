import type { JsonObject } from '../../protocol/json.js';
import { isLogLevel, LOG_LEVELS } from '../../protocol/log-level.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';

/** Sets the threshold of log messages for one legacy connection. */
export class LoggingSetLevelHandler implements MethodHandler {
  readonly method = 'logging/setLevel';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'logging';
  readonly needsLasting = true;

  check({ level }: JsonObject): void {
    if (isLogLevel(level)) return;
    throw invalidParams(`logging/setLevel: level must be one of ${LOG_LEVELS.join(', ')}`);
  }

  handle({ params: { level }, context: { connection } }: ActiveCall): JsonObject {
    if (connection !== undefined && isLogLevel(level)) connection.logLevel = level;
    return {};
  }
}
