import { Logger } from '@nestjs/common';
import { allowAll } from './authorization/builtin-authorizers.js';
import { allow } from './authorization/decision.js';
import { Policy } from './authorization/policy.js';
import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import { CACHEABLE_METHODS } from './protocol/cache-hint.interface.js';
import { privateAnyway } from './private-anyway.js';

const PUBLIC = Object.fromEntries(
  CACHEABLE_METHODS.map((method) => [method, { ttlMs: 1, cacheScope: 'public' }] as const),
);
const policyOf = (authorizer?: ConstructorParameters<typeof Policy>[0]) =>
  new Policy(authorizer, 'configured', new Logger());
const methodsOf = (policy: Policy, hooks?: McpHooks) =>
  privateAnyway(PUBLIC, { policy, hooks }).map(({ method }) => method);

describe('what is private, though its hint is public', () => {
  it('is nothing without a policy and hooks', () => {
    expect(methodsOf(policyOf())).toEqual([]);
  });

  it('is everything but discovery behind a policy of reads', () => {
    expect(methodsOf(policyOf(allowAll()))).toEqual(
      CACHEABLE_METHODS.filter((method) => method !== 'server/discover'),
    );
  });

  it('are tools behind a policy of tools', () => {
    expect(methodsOf(policyOf({ authorize: allow }))).toEqual(['tools/list']);
  });

  it('are tools that a hook chooses, and instructions of a hook', () => {
    expect(methodsOf(policyOf(), { serverTools: (tools) => tools })).toEqual(['tools/list']);
    expect(methodsOf(policyOf(), { instructions: () => '' })).toEqual(['server/discover']);
  });

  it('is not what is said to be private', () => {
    const hints = { 'tools/list': { ttlMs: 1, cacheScope: 'private' } } as const;

    expect(privateAnyway(hints, { policy: policyOf(allowAll()), hooks: undefined })).toEqual([]);
  });
});
