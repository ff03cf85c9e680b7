import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { isTimerMs, MAX_TIMER_MS } from '../protocol/timer-ms.js';

/** @throws McpConfigurationError for a time no timer can wait; a call would end at once, or never */
export function checkToolTimeout(timeoutMs: unknown, where: string): void {
  if (timeoutMs === undefined || isTimerMs(timeoutMs)) return;
  throw new McpConfigurationError(
    `${where}: timeoutMs must be a whole number from 1 to ${MAX_TIMER_MS}, not ${String(timeoutMs)}`,
  );
}
