/** Severities of RFC 5424, ascending. */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/**
 * One of {@link LOG_LEVELS}.
 *
 * @publicApi
 */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** True for the name of a level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}

/** True when a message of `level` passes the threshold. */
export function passesThreshold(level: LogLevel, threshold: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}
