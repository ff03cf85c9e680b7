import type { TaskSupport, ToolTaskOptions } from '../decorators/tool-task-options.interface.js';
import { isJsonObject } from '../protocol/json.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { isTimerMs, MAX_TIMER_MS } from '../protocol/timer-ms.js';

/** How a tool runs as a task. */
export interface TaskTerms extends Omit<ToolTaskOptions, 'support' | 'starts'> {
  readonly support: 'optional' | 'required';
  readonly starts: 'at-once' | 'when-told';
}

/** What a member may be, in words, and whether a value is that. */
interface Member {
  readonly words: string;
  readonly accepts: (value: unknown) => boolean;
}

const oneOf = (words: string, ...values: readonly string[]): Member => ({
  words,
  accepts: (value) => values.includes(value as string),
});

const text: Member = { words: 'a string', accepts: (value) => typeof value === 'string' };
const time: Member = { words: `a whole number from 1 to ${MAX_TIMER_MS}`, accepts: isTimerMs };
const MEMBERS: Readonly<Record<keyof ToolTaskOptions, Member>> = {
  support: oneOf('"forbidden", "optional" or "required"', 'forbidden', 'optional', 'required'),
  starts: oneOf('"at-once" or "when-told"', 'at-once', 'when-told'),
  ttlMs: time,
  pollIntervalMs: time,
  statusMessage: text,
  immediateResponse: text,
};

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
  const { support = 'optional', starts = 'at-once', ...rest } = checked(given, where);
  return support === 'forbidden' ? undefined : { support, starts, ...rest };
}

function checked(given: TaskSupport | ToolTaskOptions, where: string): ToolTaskOptions {
  if (typeof given === 'string') {
    requireMember(given, MEMBERS.support, `${where}: task`);
    return { support: given };
  }
  if (!isJsonObject(given)) {
    const words = `${MEMBERS.support.words}, or an object`;
    throw new McpConfigurationError(`${where}: task must be ${words}, not ${String(given)}`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (!isMember(name)) {
      const all = Object.keys(MEMBERS).join(', ');
      throw new McpConfigurationError(
        `${where}: task.${name} does not exist; the options are ${all}`,
      );
    }
    if (value !== undefined) requireMember(value, MEMBERS[name], `${where}: task.${name}`);
  }
  return given;
}

const isMember = (name: string): name is keyof ToolTaskOptions => Object.hasOwn(MEMBERS, name);

function requireMember(value: unknown, { words, accepts }: Member, where: string): void {
  if (accepts(value)) return;
  throw new McpConfigurationError(`${where} must be ${words}, not ${String(value)}`);
}
