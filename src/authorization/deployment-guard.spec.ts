import type { Logger } from '@nestjs/common';
import { allowAll } from './builtin-authorizers.js';
import { allow } from './decision.js';
import { isProduction, requireAuthorization } from './deployment-guard.js';
import { Policy } from './policy.js';

const logger = {} as Logger;
const OPEN = new Policy(undefined, 'configured', logger);
const TOOLS_ONLY = new Policy({ authorize: allow }, 'configured', logger);
const FULL = new Policy(allowAll(), 'configured', logger);

const { NODE_ENV } = process.env;

const setEnv = (value: string | undefined) => {
  if (value === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = value;
};

afterEach(() => setEnv(NODE_ENV));

describe('isProduction', () => {
  it.each([
    ['development', false],
    ['test', false],
    ['production', true],
    ['staging', true],
    ['TEST', true],
    ['', true],
    [undefined, true],
  ])('of NODE_ENV %j is %j', (value, expected) => {
    setEnv(value);

    expect(isProduction()).toBe(expected);
  });
});

describe('requireAuthorization', () => {
  const refusal = (policy: Policy, isRequired?: boolean) => {
    try {
      requireAuthorization(policy, 'carrier pigeon', isRequired);
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('asks nothing in a test', () => {
    expect(refusal(OPEN)).toBe('accepted');
  });

  it('names the transport, the seam and the option for tools first', () => {
    setEnv('production');

    expect(refusal(OPEN)).toMatch(/carrier pigeon while tool calls are open: give `authorizer`/);
    expect(refusal(TOOLS_ONLY)).toMatch(/carrier pigeon while reads are open: .*`authorizeRead`/);
    expect(refusal(FULL)).toBe('accepted');
  });

  it('follows the option wherever it is given', () => {
    expect(refusal(OPEN, true)).toContain('`requireAuthorization` is true');
    setEnv('production');
    expect(refusal(OPEN, false)).toBe('accepted');
  });
});
