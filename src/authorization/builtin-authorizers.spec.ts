import type { Authorizer, Caller } from './authorizer.interface.js';
import { allowAll, allowlist, denyAll } from './builtin-authorizers.js';
import { allow, deny } from './decision.js';

const CALLER: Caller = {
  principal: undefined,
  principalKey: undefined,
  connectionId: 'a',
  transport: 'http',
};

const call = (authorizer: Authorizer, name: string) =>
  authorizer.authorize({ ...CALLER, purpose: 'call', name, arguments: {}, tool: undefined });

const read = (authorizer: Authorizer, method: string) =>
  authorizer.authorizeRead?.({ ...CALLER, method, params: {} });

describe('allowAll', () => {
  it('allows every call and every read', () => {
    expect([call(allowAll(), 'x'), read(allowAll(), 'resources/read')]).toEqual([allow(), allow()]);
  });
});

describe('denyAll', () => {
  it('denies every call and every read with its reason', () => {
    const authorizer = denyAll('closed');

    expect([call(authorizer, 'x'), read(authorizer, 'tools/list')]).toEqual([
      deny('closed'),
      deny('closed'),
    ]);
  });

  it('has a reason of its own', () => {
    expect(call(denyAll(), 'x')).toEqual(deny('denied'));
  });
});

describe('allowlist', () => {
  it('allows the tools of its names and no other', () => {
    const authorizer = allowlist(['a', 'b']);

    expect(['a', 'b', 'c', 'A', ''].map((name) => call(authorizer, name))).toEqual([
      allow(),
      allow(),
      deny('not_allowlisted'),
      deny('not_allowlisted'),
      deny('not_allowlisted'),
    ]);
  });

  it('of no names allows no tool', () => {
    expect(call(allowlist([]), 'a')).toEqual(deny('not_allowlisted'));
  });

  it('does not follow a list that is changed afterwards', () => {
    const names = ['a'];
    const authorizer = allowlist(names);
    names.push('b');

    expect(call(authorizer, 'b')).toEqual(deny('not_allowlisted'));
  });

  it('allows every read unless it names them', () => {
    expect(read(allowlist([]), 'resources/read')).toEqual(allow());
  });

  it('allows only the reads it names', () => {
    const authorizer = allowlist([], { reads: ['tools/list'] });

    expect([read(authorizer, 'tools/list'), read(authorizer, 'resources/read')]).toEqual([
      allow(),
      deny('not_allowlisted'),
    ]);
  });
});

describe.each([
  ['allowAll', allowAll()],
  ['denyAll', denyAll()],
  ['allowlist', allowlist([])],
])('%s', (_name, authorizer) => {
  it('shows all callers one list', () => {
    expect(authorizer.visibilityKey?.(CALLER)).toBe(
      authorizer.visibilityKey?.({ ...CALLER, principalKey: 'ann' }),
    );
  });
});
