import type { McpLimits } from './mcp.limits.js';
import { DEFAULT_LIMITS, resolveLimits } from './mcp.limits.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';

const LONGEST_TIMER_MS = 2_147_483_647;
const names = Object.keys(DEFAULT_LIMITS) as (keyof McpLimits)[];
const times = names.filter((name) => name.endsWith('Ms'));

describe('resolveLimits', () => {
  it('gives the defaults', () => {
    expect(resolveLimits()).toEqual(DEFAULT_LIMITS);
  });

  it('has these defaults', () => {
    expect(DEFAULT_LIMITS).toEqual({
      bodyLimit: 4_194_304,
      callbackTimeoutMs: 300_000,
      elicitationTimeoutMs: 60_000,
      eventHistory: 100,
      eventHistoryMs: 60_000,
      keepAliveMs: 15_000,
      maxAbandoned: 32,
      maxBatch: 100,
      maxBufferedBytes: 1_048_576,
      maxClientCapabilities: 1024,
      maxFrontmatterBytes: 65_536,
      maxInFlight: 32,
      maxInFlightPerConnection: 16,
      maxJsonDepth: 64,
      maxLineBytes: 16_777_216,
      maxListens: 1024,
      maxListensPerPrincipal: 32,
      maxListenUris: 1000,
      maxParkedElicitations: 32,
      maxParkedElicitationsTotal: 256,
      maxRestoreAttempts: 3,
      maxResultBytes: 16_777_216,
      maxRunningTasks: 64,
      maxRunningTasksPerOwner: 32,
      maxSessionEvents: 1000,
      maxSessionRestores: 64,
      maxSessions: 1024,
      maxSkillBytes: 16_777_216,
      maxSkillDepth: 16,
      maxSkillEntries: 10_000,
      maxSkillFiles: 512,
      maxSpentApprovals: 10_000,
      maxStreamsPerSession: 16,
      maxSubscriptions: 1000,
      maxTasks: 1000,
      maxTasksPerOwner: 100,
      maxTaskTtlMs: 3_600_000,
      maxUrlElicitations: 100,
      pageSize: undefined,
      requestStateTtlMs: 600_000,
      sessionIdleMs: 1_800_000,
      shutdownGraceMs: 2_000,
      storeTimeoutMs: 5_000,
      taskPollIntervalMs: 1_000,
      taskTtlMs: 60_000,
      urlElicitationTtlMs: 3_600_000,
    });
  });

  it('replaces what is given', () => {
    expect(resolveLimits({ pageSize: 10, maxSessions: 1 })).toEqual({
      ...DEFAULT_LIMITS,
      pageSize: 10,
      maxSessions: 1,
    });
  });

  it.each(['maxSessions', 'maxInFlight'])('takes an undefined %s for the default', (name) => {
    expect(resolveLimits({ [name]: undefined })).toEqual(DEFAULT_LIMITS);
  });

  it('can be changed by nobody', () => {
    expect(Object.isFrozen(resolveLimits())).toBe(true);
    expect(Object.isFrozen(resolveLimits({ maxInFlight: 2 }))).toBe(true);
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
  });

  it('refuses a limit that does not exist, listing those that do', () => {
    const given = { maxInflight: 4 } as Partial<McpLimits>;

    expect(() => resolveLimits(given)).toThrow(McpConfigurationError);
    expect(() => resolveLimits(given)).toThrow(
      /limits\.maxInflight does not exist; the limits are .*maxInFlight,.*maxSessions/,
    );
  });

  it('bounds a number of bytes by no timer', () => {
    expect(resolveLimits({ bodyLimit: 2 ** 40 }).bodyLimit).toBe(2 ** 40);
  });
});

describe('a limit', () => {
  it.each(names)('%s is a whole number from 1', (name) => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10', null, 2 ** 53]) {
      const limits = { [name]: value } as Partial<McpLimits>;

      expect(() => resolveLimits(limits)).toThrow(McpConfigurationError);
      expect(() => resolveLimits(limits)).toThrow(`limits.${name} must be a whole number`);
    }
  });

  it.each(times)('%s is at most what a timer can wait', (name) => {
    // No other limit is then the smaller one.
    const others = { maxTaskTtlMs: LONGEST_TIMER_MS };

    expect(resolveLimits({ ...others, [name]: LONGEST_TIMER_MS })).toMatchObject({
      [name]: LONGEST_TIMER_MS,
    });
    expect(() => resolveLimits({ ...others, [name]: LONGEST_TIMER_MS + 1 })).toThrow(
      `limits.${name} must be a whole number from 1 to 2147483647`,
    );
  });
});

describe('maxInFlight', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [33, 16],
  ])('%i gives a connection %i', (maxInFlight, share) => {
    expect(resolveLimits({ maxInFlight })).toMatchObject({
      maxInFlightPerConnection: share,
      maxAbandoned: maxInFlight,
    });
  });

  it('leaves what is given beside it', () => {
    const given = { maxInFlight: 8, maxInFlightPerConnection: 8, maxAbandoned: 1 };

    expect(resolveLimits(given)).toMatchObject(given);
  });
});

describe('limits that contradict each other', () => {
  it.each([
    [{ maxInFlight: 4, maxInFlightPerConnection: 5 }, 'maxInFlightPerConnection', 'maxInFlight'],
    [{ maxInFlightPerConnection: 33 }, 'maxInFlightPerConnection', 'maxInFlight'],
    [
      { maxParkedElicitations: 5, maxParkedElicitationsTotal: 4 },
      'maxParkedElicitations',
      'maxParkedElicitationsTotal',
    ],
    [{ maxListens: 10 }, 'maxListensPerPrincipal', 'maxListens'],
    [{ maxParkedElicitationsTotal: 10 }, 'maxParkedElicitations', 'maxParkedElicitationsTotal'],
    [{ maxParkedElicitations: 257 }, 'maxParkedElicitations', 'maxParkedElicitationsTotal'],
    [{ maxRunningTasks: 31 }, 'maxRunningTasksPerOwner', 'maxRunningTasks'],
    [{ maxRunningTasksPerOwner: 65 }, 'maxRunningTasksPerOwner', 'maxRunningTasks'],
    [{ maxTasks: 99 }, 'maxTasksPerOwner', 'maxTasks'],
    [{ maxTasksPerOwner: 1001 }, 'maxTasksPerOwner', 'maxTasks'],
    [{ maxTaskTtlMs: 59_999 }, 'taskTtlMs', 'maxTaskTtlMs'],
    [{ taskTtlMs: 3_600_001 }, 'taskTtlMs', 'maxTaskTtlMs'],
  ])('are refused, naming both: %j', (given, smaller, larger) => {
    const refused = () => resolveLimits(given);

    expect(refused).toThrow(`limits.${smaller} (`);
    expect(refused).toThrow(`limits.${larger} (`);
  });

  it.each([
    { maxInFlight: 4, maxInFlightPerConnection: 4 },
    { maxListens: 4, maxListensPerPrincipal: 4 },
    { maxParkedElicitations: 4, maxParkedElicitationsTotal: 4 },
    { maxRunningTasks: 32 },
    { maxTasks: 100 },
    { maxTaskTtlMs: 60_000 },
  ])('only begin past equality: %j', (given) => {
    expect(resolveLimits(given)).toMatchObject(given);
  });
});
