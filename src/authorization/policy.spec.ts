import type { Logger } from '@nestjs/common';
import type { Authorizer, Caller } from './authorizer.interface.js';
import { allow, ask, deny } from './decision.js';
import { Policy } from './policy.js';

const CALLER: Caller = {
  principal: undefined,
  principalKey: undefined,
  connectionId: 'a',
  transport: 'http',
};

const CALL = { ...CALLER, purpose: 'call', name: 'x', arguments: {}, tool: undefined } as const;

function policyOf(
  authorizer?: Partial<Authorizer>,
  source: 'configured' | 'default' = 'configured',
) {
  const lines: string[] = [];
  const logger = { error: (line: string) => lines.push(line) } as unknown as Logger;
  return { policy: new Policy(authorizer as Authorizer | undefined, source, logger), lines };
}

const thrown = (value: unknown) => () => {
  throw value;
};

describe('a policy without an authorizer', () => {
  const { policy } = policyOf();

  it('allows calls and reads and lists everything', async () => {
    expect(await policy.authorize(CALL)).toEqual(allow());
    expect(await policy.authorizeRead({ ...CALLER, method: 'm', params: {} })).toEqual(allow());
    expect(await policy.canList({ name: 'x' }, CALLER, false)).toBe(true);
  });

  it('exists for nobody', () => {
    expect([policy.exists, policy.isConfigured, policy.gatesReads]).toEqual([false, false, false]);
  });

  it('has one list for everybody', () => {
    expect(policy.visibilityKey(CALLER)).toBe('');
  });
});

describe('a policy', () => {
  it('names what failed in the log, with the stack', async () => {
    const { policy, lines } = policyOf({ authorize: thrown(new Error('broken')) });
    await policy.authorize(CALL);

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/authorize\("x"\) failed.*Error: broken\n\s+at /s);
  });

  it.each([[undefined], [null], [Object.create(null)], [Symbol('x')], [{ toString: thrown(1) }]])(
    'survives whatever is thrown (%#)',
    async (value) => {
      const { policy, lines } = policyOf({ authorize: thrown(value) });

      expect(await policy.authorize(CALL)).toEqual(deny('the authorizer failed'));
      expect(lines).toHaveLength(1);
    },
  );

  it('keeps its authorizer’s this', async () => {
    class Own implements Authorizer {
      private readonly word = 'mine';

      authorize() {
        return deny(this.word);
      }

      authorizeRead() {
        return deny(this.word);
      }
    }
    const { policy } = policyOf(new Own());

    expect(await policy.authorize(CALL)).toEqual(deny('mine'));
    expect(await policy.authorizeRead({ ...CALLER, method: 'm', params: {} })).toEqual(
      deny('mine'),
    );
  });

  it('turns a question about a read into a denial without its words', async () => {
    const { policy } = policyOf({ authorizeRead: () => ask('May it?') });

    expect(await policy.authorizeRead({ ...CALLER, method: 'm', params: {} })).toEqual(
      deny('interactive_approval_unsupported'),
    );
  });

  it('tells of a read only the members that say what is read', async () => {
    const told: unknown[] = [];
    const { policy } = policyOf({
      authorizeRead: ({ params }) => {
        told.push(params);
        return allow();
      },
    });
    const params = {
      uri: 'u',
      name: 'n',
      arguments: {},
      ref: {},
      _meta: {},
      cursor: 'c',
      level: 'l',
    };
    await policy.authorizeRead({ ...CALLER, method: 'm', params });

    expect(told).toEqual([{ uri: 'u', name: 'n', arguments: {}, ref: {} }]);
  });

  it.each([
    [allow(), true, true],
    [allow(), false, true],
    [ask('May it?'), true, true],
    [ask('May it?'), false, false],
    [deny('no'), true, false],
  ])('that decides %j lists the tool where asking is %j: %j', async (decision, canAsk, shown) => {
    const { policy } = policyOf({ authorize: () => decision });

    expect(await policy.canList({ name: 'x' }, CALLER, canAsk)).toBe(shown);
  });

  it('is no choice of the application when it is a fallback', () => {
    const { policy } = policyOf({ authorize: allow, authorizeRead: allow }, 'default');

    expect([policy.exists, policy.isConfigured, policy.gatesReads]).toEqual([true, false, true]);
  });
});
