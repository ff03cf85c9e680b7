import { isLogLevel, LOG_LEVELS, passesThreshold } from './log-level.js';

describe('log levels', () => {
  it('are the eight of RFC 5424, ascending', () => {
    expect(LOG_LEVELS).toEqual([
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ]);
  });

  it.each(LOG_LEVELS)('knows %s', (level) => {
    expect(isLogLevel(level)).toBe(true);
  });

  it.each([undefined, null, 5, '', 'warn', 'INFO', 'length', {}])('does not know %j', (level) => {
    expect(isLogLevel(level)).toBe(false);
  });

  it.each(LOG_LEVELS.map((level, index) => [level, index] as const))(
    'lets pass exactly what is at or above %s',
    (threshold, index) => {
      const passing = LOG_LEVELS.filter((level) => passesThreshold(level, threshold));

      expect(passing).toEqual(LOG_LEVELS.slice(index));
    },
  );
});
