import type { TaskSupport, ToolTaskOptions } from '../decorators/tool-task-options.interface.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { isTimerMs, MAX_TIMER_MS } from '../protocol/timer-ms.js';

/** How a tool runs as a task. */
export interface TaskTerms extends Omit<ToolTaskOptions, 'support' | 'starts'> {
  readonly support: 'optional' | 'required';
  readonly starts: 'at-once' | 'when-told';
}

const SUPPORTS = ['forbidden', 'optional', 'required'];
const STARTS = ['at-once', 'when-told'];

/**
 * What the option `task` says; `undefined` for a tool that never runs as one.
 *
 * @throws McpConfigurationError that begins with `where`
 */
export function taskTerms(
  given: TaskSupport | ToolTaskOptions | undefined,
  where: string,
): TaskTerms | undefined {
  if (given === undefined) return undefined;
  const options: ToolTaskOptions = typeof given === 'string' ? { support: given } : given;
  const { support = 'optional', starts = 'at-once', ...rest } = options;
  requireOneOf(SUPPORTS, support, `${where}: task${typeof given === 'string' ? '' : '.support'}`);
  requireOneOf(STARTS, starts, `${where}: task.starts`);
  requireMs(rest.ttlMs, `${where}: task.ttlMs`);
  requireMs(rest.pollIntervalMs, `${where}: task.pollIntervalMs`);
  return support === 'forbidden' ? undefined : { support, starts, ...rest };
}

function requireOneOf(values: readonly string[], given: string, where: string): void {
  if (values.includes(given)) return;
  throw new McpConfigurationError(`${where} must be ${values.join(' or ')}, not ${String(given)}`);
}

function requireMs(given: number | undefined, where: string): void {
  if (given === undefined || isTimerMs(given)) return;
  throw new McpConfigurationError(
    `${where} must be a whole number from 1 to ${MAX_TIMER_MS}, not ${String(given)}`,
  );
}
