import type { McpLimits } from './mcp.limits.js';
import { DEFAULT_LIMITS, resolveLimits } from './mcp.limits.js';

const MAX_TIMER_MS = 2_147_483_647;
const names = Object.keys(DEFAULT_LIMITS) as (keyof McpLimits)[];
const times = names.filter((name) => name.endsWith('Ms'));

describe('the limits of the dispatcher', () => {
  it('have these defaults', () => {
    expect(resolveLimits()).toMatchObject({
      maxInFlight: 32,
      maxInFlightPerConnection: 16,
      maxAbandoned: 32,
      callbackTimeoutMs: 300_000,
      elicitationTimeoutMs: 60_000,
      maxParkedElicitations: 32,
      maxParkedElicitationsTotal: 256,
      maxClientCapabilities: 1024,
      requestStateTtlMs: 600_000,
      maxSpentApprovals: 10_000,
      shutdownGraceMs: 2_000,
    });
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [33, 16],
  ])('with maxInFlight %i give a connection %i', (maxInFlight, share) => {
    expect(resolveLimits({ maxInFlight })).toMatchObject({
      maxInFlightPerConnection: share,
      maxAbandoned: maxInFlight,
    });
  });

  it('keep what is given beside maxInFlight', () => {
    const given = { maxInFlight: 8, maxInFlightPerConnection: 8, maxAbandoned: 1 };

    expect(resolveLimits(given)).toMatchObject(given);
  });

  it('are frozen', () => {
    expect(Object.isFrozen(resolveLimits({ maxInFlight: 2 }))).toBe(true);
  });

  it('that are undefined count as left out', () => {
    expect(resolveLimits({ maxInFlight: undefined })).toEqual(DEFAULT_LIMITS);
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
    [{ maxParkedElicitationsTotal: 10 }, 'maxParkedElicitations', 'maxParkedElicitationsTotal'],
    [{ maxParkedElicitations: 257 }, 'maxParkedElicitations', 'maxParkedElicitationsTotal'],
  ])('are refused, naming both: %j', (given, smaller, larger) => {
    const refused = () => resolveLimits(given);

    expect(refused).toThrow(`limits.${smaller} (`);
    expect(refused).toThrow(`limits.${larger} (`);
  });

  it.each([
    { maxInFlight: 4, maxInFlightPerConnection: 4 },
    { maxParkedElicitations: 4, maxParkedElicitationsTotal: 4 },
  ])('only begin past equality: %j', (given) => {
    expect(resolveLimits(given)).toMatchObject(given);
  });
});

describe('a limit', () => {
  it.each(names)('%s is a whole number from 1', (name) => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      expect(() => resolveLimits({ [name]: value })).toThrow(`limits.${name} must be`);
    }
  });

  it.each(times)('%s is at most what a timer can wait', (name) => {
    expect(resolveLimits({ [name]: MAX_TIMER_MS })).toMatchObject({ [name]: MAX_TIMER_MS });
    expect(() => resolveLimits({ [name]: MAX_TIMER_MS + 1 })).toThrow(`limits.${name} must be`);
  });

  it('that does not exist is refused, naming the ones that do', () => {
    const given = { maxInflight: 4 } as Partial<McpLimits>;

    expect(() => resolveLimits(given)).toThrow(
      /limits\.maxInflight does not exist; the limits are .*maxInFlight,/,
    );
  });
});
