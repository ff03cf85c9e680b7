import { inspect } from 'node:util';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { LogLevel } from '../../protocol/log-level.js';
import { passesThreshold } from '../../protocol/log-level.js';
import { toJsonForm } from '../../schema/to-json-form.js';
import type { SessionLink } from './session-link.interface.js';

/** True when the client is to get log messages of this level. */
export function wantsLog(level: LogLevel, { context, mayLog }: SessionLink): boolean {
  const { connection, logLevel, revision } = context;
  if (!mayLog) return false;
  const threshold = connection?.logLevel ?? logLevel;
  if (threshold === undefined) return revision.era === 'legacy';
  return passesThreshold(level, threshold);
}

/** A log message; data that JSON cannot say is sent as text. */
export function logMessage(
  level: LogLevel,
  data: unknown,
  logger: string | undefined,
): JsonRpcNotification {
  const form = toJsonForm(data ?? null);
  return {
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: {
      level,
      ...(logger !== undefined && { logger }),
      data: form.ok ? form.value : inspect(data),
    },
  };
}
