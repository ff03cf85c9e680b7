import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { PrincipalResolver } from './principal-resolver.js';

const keyOf = (user: unknown): string | undefined =>
  new PrincipalResolver({}).resolve({ user }).principalKey;

describe('the principal of a request', () => {
  it.each([undefined, null])('is nobody when the user is %p', (user) => {
    expect(new PrincipalResolver({}).resolve({ user })).toEqual({
      principal: undefined,
      principalKey: undefined,
    });
  });

  it('is the user of the request', () => {
    const user = { id: 7 };

    expect(new PrincipalResolver({}).resolve({ user })).toEqual({
      principal: user,
      principalKey: '7',
    });
  });

  it('is what the option says', () => {
    const resolver = new PrincipalResolver({
      principal: ({ account }: { account: object }) => account,
      principalKey: ({ name }: { name: string }) => name,
    });

    expect(resolver.resolve({ account: { name: 'ann' }, user: { id: 1 } })).toEqual({
      principal: { name: 'ann' },
      principalKey: 'ann',
    });
  });

  it('may be known already', () => {
    const resolver = new PrincipalResolver({
      principal: () => 'somebody else',
      principalKey: ({ name }: { name: string }) => name,
    });

    expect(resolver.identify({ name: 'ann' }).principalKey).toBe('ann');
    expect(resolver.identify(undefined)).toEqual({ principal: undefined, principalKey: undefined });
  });

  it('has the key of issuer and subject before that of an id', () => {
    expect(keyOf({ iss: 'a', sub: 'x', id: 1 })).toBe(keyOf({ iss: 'a', sub: 'x', id: 2 }));
  });

  it.each([
    ['subjects', { iss: 'a', sub: 'x' }, { iss: 'a', sub: 'y' }],
    ['issuers', { iss: 'a', sub: 'x' }, { iss: 'b', sub: 'x' }],
    ['an issuer and none', { iss: 'a', sub: 'x' }, { sub: 'x' }],
    [
      'issuer and subject that only join to the same',
      { iss: 'a', sub: 'bc' },
      { iss: 'ab', sub: 'c' },
    ],
    ['ids', { id: 1 }, { id: 2 }],
  ])('tells %s apart', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it.each([
    ['an empty object', {}],
    ['a subject that is no string', { sub: 5 }],
    ['an id that is an object', { id: {} }],
    ['an empty id', { id: '' }],
    ['false', false],
    ['a promise', Promise.resolve({ id: 1 })],
    ['an empty string', ''],
  ])('is an error naming the option when it is %s', (_, user) => {
    expect(() => keyOf(user)).toThrow(McpConfigurationError);
    expect(() => keyOf(user)).toThrow('principalKey');
  });

  it('is an error when the option gives no string', () => {
    const resolver = new PrincipalResolver({ principalKey: () => undefined as unknown as string });

    expect(() => resolver.resolve({ user: { id: 1 } })).toThrow('principalKey');
  });
});
