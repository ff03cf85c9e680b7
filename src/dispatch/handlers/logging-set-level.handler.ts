import type { JsonObject } from '../../protocol/json.js';
import { isLogLevel, LOG_LEVELS } from '../../protocol/log-level.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { MethodCall, MethodHandler } from '../method-handler.interface.js';

/** Sets the threshold of log messages for one legacy connection. */
export class LoggingSetLevelHandler implements MethodHandler {
  readonly method = 'logging/setLevel';
  readonly capability = 'logging';

  handle({ params, context }: MethodCall): JsonObject {
    const { level } = params;
    if (!isLogLevel(level)) {
      throw invalidParams(`logging/setLevel: level must be one of ${LOG_LEVELS.join(', ')}`);
    }
    if (context.connection !== undefined) context.connection.logLevel = level;
    return {};
  }
}
