import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { taskTerms } from './task-terms.js';

const termsOf = (given: unknown) => taskTerms(given as never, 'tool "slow"');

describe('taskTerms', () => {
  it.each([undefined, 'forbidden', { support: 'forbidden', ttlMs: 5 }])(
    'makes of %j a tool that never runs as a task',
    (given) => {
      expect(termsOf(given)).toBeUndefined();
    },
  );

  it.each([
    ['optional', { support: 'optional', starts: 'at-once' }],
    ['required', { support: 'required', starts: 'at-once' }],
    [{}, { support: 'optional', starts: 'at-once' }],
    [{ starts: 'when-told' }, { support: 'optional', starts: 'when-told' }],
    [{ support: 'required' }, { support: 'required', starts: 'at-once' }],
  ])('completes %j', (given, terms) => {
    expect(termsOf(given)).toEqual(terms);
  });

  it('keeps what clients are told', () => {
    const told = {
      ttlMs: 1,
      pollIntervalMs: 2_147_483_647,
      statusMessage: 'Reading',
      immediateResponse: 'It will take a while.',
    };

    expect(termsOf(told)).toEqual({ support: 'optional', starts: 'at-once', ...told });
  });

  it.each([
    ['always', 'task must be "forbidden", "optional" or "required", not always'],
    [true, 'task must be "forbidden", "optional" or "required", or an object, not true'],
    [null, 'task must be "forbidden", "optional" or "required", or an object, not null'],
    [[], 'task must be "forbidden", "optional" or "required", or an object'],
    [{ support: 'maybe' }, 'task.support must be "forbidden", "optional" or "required", not maybe'],
    [{ starts: 'later' }, 'task.starts must be "at-once" or "when-told", not later'],
    [{ ttlMs: 0 }, 'task.ttlMs must be a whole number from 1 to 2147483647, not 0'],
    [{ ttlMs: 1.5 }, 'task.ttlMs must be a whole number'],
    [{ ttlMs: 2_147_483_648 }, 'task.ttlMs must be a whole number'],
    [{ pollIntervalMs: '5' }, 'task.pollIntervalMs must be a whole number'],
    [{ statusMessage: 7 }, 'task.statusMessage must be a string, not 7'],
    [{ immediateResponse: {} }, 'task.immediateResponse must be a string'],
    [{ ttl: 5 }, 'task.ttl does not exist; the options are support, starts, ttlMs'],
  ])('refuses %j, naming the tool', (given, problem) => {
    expect(() => termsOf(given)).toThrow(McpConfigurationError);
    expect(() => termsOf(given)).toThrow(`tool "slow": ${problem}`);
  });
});
