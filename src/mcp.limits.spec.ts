import type { McpLimits } from './mcp.limits.js';
import { DEFAULT_LIMITS, resolveLimits } from './mcp.limits.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';

const LONGEST_TIMER_MS = 2_147_483_647;

describe('resolveLimits', () => {
  it('gives the defaults', () => {
    expect(resolveLimits()).toEqual(DEFAULT_LIMITS);
  });

  it('has these defaults', () => {
    expect(DEFAULT_LIMITS).toMatchObject({
      bodyLimit: 4_194_304,
      keepAliveMs: 15_000,
      maxJsonDepth: 64,
      maxLineBytes: 16_777_216,
      maxSessions: 1024,
      sessionIdleMs: 1_800_000,
      shutdownGraceMs: 2_000,
    });
    expect(DEFAULT_LIMITS.pageSize).toBeUndefined();
  });

  it('replaces what is given', () => {
    expect(resolveLimits({ pageSize: 10, maxSessions: 1 })).toEqual({
      ...DEFAULT_LIMITS,
      pageSize: 10,
      maxSessions: 1,
    });
  });

  it('takes undefined for the default', () => {
    expect(resolveLimits({ maxSessions: undefined })).toEqual(DEFAULT_LIMITS);
  });

  it('can be changed by nobody', () => {
    expect(Object.isFrozen(resolveLimits())).toBe(true);
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
  });

  it('refuses a limit that does not exist, listing those that do', () => {
    const limits = { maxSession: 1 } as Partial<McpLimits>;

    expect(() => resolveLimits(limits)).toThrow(McpConfigurationError);
    expect(() => resolveLimits(limits)).toThrow(/limits\.maxSession does not exist.*maxSessions/);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10', null, 2 ** 53])(
    'refuses %p, naming the limit',
    (value) => {
      const limits = { maxSessions: value } as Partial<McpLimits>;

      expect(() => resolveLimits(limits)).toThrow(McpConfigurationError);
      expect(() => resolveLimits(limits)).toThrow(/limits\.maxSessions must be a whole number/);
    },
  );

  it('takes the longest time a timer can wait, and refuses a longer one', () => {
    expect(resolveLimits({ keepAliveMs: LONGEST_TIMER_MS }).keepAliveMs).toBe(LONGEST_TIMER_MS);
    expect(() => resolveLimits({ keepAliveMs: LONGEST_TIMER_MS + 1 })).toThrow(
      /limits\.keepAliveMs must be a whole number from 1 to 2147483647/,
    );
  });

  it('bounds a number of bytes by no timer', () => {
    expect(resolveLimits({ bodyLimit: 2 ** 40 }).bodyLimit).toBe(2 ** 40);
  });
});
