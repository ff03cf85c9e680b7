import { parseUriTemplate } from './parse-uri-template.js';
import type { UriMatchOptions } from './uri-match-options.interface.js';

function match(template: string, uri: string, options?: UriMatchOptions): unknown {
  const found = parseUriTemplate(template, 'spec').match(uri, options);
  return found?.kind === 'match' ? Object.fromEntries(found.variables) : found;
}

describe('the whole URI', () => {
  it.each(['mcp://ok', 'evil://7', 'whatever://7', 'plain', '7', '', 'xusers://7', 'users:/7'])(
    'keeps users://{id} from answering %j',
    (uri) => expect(match('users://{id}', uri)).toBeUndefined(),
  );

  it('compares the scheme without case and the rest with it (RFC 3986 3.1)', () => {
    expect(match('Users://Host/{id}', 'uSERS://Host/A')).toEqual({ id: 'A' });
    expect(match('users://Host/{id}', 'users://host/A')).toBeUndefined();
  });

  it('takes a raw character, its escapes and either case of their digits for the same literal', () => {
    for (const uri of ['a://caf\u00E9/1', 'a://caf%C3%A9/1', 'a://caf%c3%a9/1']) {
      expect(match('a://café/{id}', uri)).toEqual({ id: '1' });
    }
  });

  it('matches to the very end', () => {
    expect(match('a://{id}/x', 'a://1/xy')).toBeUndefined();
    expect(match('a://{id}/x', 'a://1/')).toBeUndefined();
  });
});

describe('{name}', () => {
  it.each(['users://', 'users://a/b', 'users://a/', 'users:///a', 'users://a?b', 'users://a#b'])(
    'is one segment that is not empty, so not %s',
    (uri) => expect(match('users://{id}', uri)).toBeUndefined(),
  );

  it('is decoded exactly once', () => {
    expect(match('users://{id}', 'users://a%20b%2525')).toEqual({ id: 'a b%25' });
  });

  it('takes a raw character that only its encoder would have escaped', () => {
    expect(match('users://{id}', 'users://a@b.c:d,é+')).toEqual({ id: 'a@b.c:d,é+' });
  });

  it.each(['a%2Fb', 'a%2fb', 'a%5Cb', 'a\\b', '%2F'])(
    'holds the encoded slash of %s only where the author allows it',
    (raw) => {
      expect(match('users://{id}', `users://${raw}`)).toBeUndefined();
      expect(match('users://{id}', `users://${raw}`, { allowEncodedSlash: true })).toEqual({
        id: decodeURIComponent(raw),
      });
    },
  );

  it('does not decode an escaped percent sign into a slash', () => {
    expect(match('users://{id}', 'users://a%252Fb')).toEqual({ id: 'a%2Fb' });
  });

  it.each(['.', '..', '%2e', '%2E%2e', '.%2E', 'a%00b', '%00', 'a\0b'])('is never %j', (raw) => {
    expect(match('users://{id}', `users://${raw}`)).toBeUndefined();
  });

  it.each(['..%2Fa', 'a%2F..%2Fb', 'a%5C..', '.%2Fa'])(
    'has no dot segment even where slashes are allowed: %s',
    (raw) =>
      expect(match('users://{id}', `users://${raw}`, { allowEncodedSlash: true })).toBeUndefined(),
  );

  it('may have dots among other characters', () => {
    expect(match('users://{id}', 'users://...')).toEqual({ id: '...' });
  });

  it('ends at & inside a query, and holds one elsewhere', () => {
    expect(match('a://x?b={b}&c={c}', 'a://x?b=1&c=2')).toEqual({ b: '1', c: '2' });
    expect(match('a://x?b={b}', 'a://x?b=1&c=2')).toBeUndefined();
    expect(match('a://{b}', 'a://r&d')).toEqual({ b: 'r&d' });
  });

  it('takes as much as it can where the literal after it occurs twice', () => {
    expect(match('a://{name}.{ext}', 'a://x.tar.gz')).toEqual({ name: 'x.tar', ext: 'gz' });
  });

  it('finds the only fit where taking as much as possible would miss it', () => {
    expect(match('a://{+b}-{c}/x', 'a://p/1-q-r/2/x')).toBeUndefined();
    expect(match('a://{+b}-{c}/x', 'a://p/1-q/2-r/x')).toEqual({ b: 'p/1-q/2', c: 'r' });
    expect(match('a://{b}-{+c}', 'a://p/1-q')).toBeUndefined();
  });

  it('is at most as long as its prefix', () => {
    expect(match('a://{b:2}', 'a://%F0%9F%98%80x')).toEqual({ b: '😀x' });
    expect(match('a://{b:2}', 'a://xyz')).toBeUndefined();
  });
});

describe('lists of variables', () => {
  it('splits at the separator of the operator, into exactly as many', () => {
    expect(match('a://{b,c}', 'a://1,2')).toEqual({ b: '1', c: '2' });
    expect(match('a://{b,c}', 'a://1')).toBeUndefined();
    expect(match('a://{b,c}', 'a://1,2,3')).toBeUndefined();
    expect(match('a://x{/b,c}', 'a://x/1/2')).toEqual({ b: '1', c: '2' });
    expect(match('a://x{.b,c}', 'a://x.1.2')).toEqual({ b: '1', c: '2' });
  });

  it('makes a list of an exploded variable, even of one element', () => {
    expect(match('a://x{/b*}', 'a://x/1')).toEqual({ b: ['1'] });
    expect(match('a://x{/b*}', 'a://x/1/2%20/3')).toEqual({ b: ['1', '2 ', '3'] });
    expect(match('a://{b*}', 'a://1,2%2C')).toEqual({ b: ['1', '2,'] });
    expect(match('a://www{.b*}', 'a://www.example.com')).toEqual({ b: ['example', 'com'] });
    expect(match('a://x{/b*,c}', 'a://x/1/2/3')).toEqual({ b: ['1', '2'], c: '3' });
  });

  it.each([
    'a://x',
    'a://x/',
    'a://x/1/',
    'a://x//1',
    'a://x/1/../2',
    'a://x/1/%2e%2e',
    'a://x/%2F',
  ])('has no empty, dot or slash element, so not %s', (uri) =>
    expect(match('a://x{/b*}', uri)).toBeUndefined(),
  );
});

describe('{+path}', () => {
  it('matches across slashes and keeps raw reserved characters', () => {
    expect(match('files://{+path}', 'files://a/b;c?d=1&e=[f]#g')).toEqual({
      path: 'a/b;c?d=1&e=[f]#g',
    });
  });

  it('is decoded once', () => {
    expect(match('files://{+path}', 'files://a%20b/%2525%2F')).toEqual({ path: 'a b/%25/' });
  });

  it('shows dot segments to the handler as they came', () => {
    expect(match('files://{+path}', 'files://a/../%2e%2e/./b')).toEqual({ path: 'a/../.././b' });
  });

  it('is not empty and has no NUL', () => {
    expect(match('files://{+path}', 'files://')).toBeUndefined();
    expect(match('files://{+path}', 'files://a%00')).toBeUndefined();
  });

  it('ends where a later part of the template begins', () => {
    expect(match('files://{+path}{?v}{#part}', 'files://a/b?v=1#c/d')).toEqual({
      path: 'a/b',
      v: '1',
      part: 'c/d',
    });
    expect(match('files://{+path}/raw{?v}', 'files://a?b/raw')).toBeUndefined();
    expect(match('files://{+dir}{/file}', 'files://a/b/c')).toEqual({ dir: 'a/b', file: 'c' });
  });
});

describe('a query expression', () => {
  const products = 'shopify://store/products{?query,page,limit}';

  it('is all optional', () => {
    expect(match('data://config{?format}', 'data://config')).toEqual({});
    expect(match('data://config{?format}', 'data://config?')).toEqual({});
  });

  it('takes its parameters in any order', () => {
    expect(match(products, 'shopify://store/products?limit=5&query=a%26b')).toEqual({
      query: 'a&b',
      limit: '5',
    });
  });

  it('ignores unknown parameters, even when malformed', () => {
    expect(match(products, 'shopify://store/products?utm=1&page=2&%zz=%&__proto__=x')).toEqual({
      page: '2',
    });
  });

  it('tells an empty value from an absent one', () => {
    expect(match('a://x{?b,c,d}', 'a://x?b=&c')).toEqual({ b: '', c: '' });
  });

  it('keeps slashes, dots, further equals signs and plus signs', () => {
    expect(match('a://x{?b,c}', 'a://x?b=../%2F=1+1&c=..')).toEqual({ b: '..//=1+1', c: '..' });
  });

  it('collects a repeated parameter only where it is exploded', () => {
    expect(match('a://x{?b*}', 'a://x?b=1&b=2')).toEqual({ b: ['1', '2'] });
    expect(match('a://x{?b*}', 'a://x?b=1,2')).toEqual({ b: ['1,2'] });
    expect(match('a://x{?b}', 'a://x?b=1&b=2')).toEqual({
      kind: 'malformed',
      variable: 'b',
      reason: 'repeated',
    });
  });

  it('continues a fixed query', () => {
    expect(match('search://q?x=1{&page}', 'search://q?x=1&page=2')).toEqual({ page: '2' });
    expect(match('search://q?x=1{&page}', 'search://q?x=1')).toEqual({});
    expect(match('search://q?x=1{&page}', 'search://q')).toBeUndefined();
  });

  it('does not reach into the fragment', () => {
    expect(match('a://x{?b}', 'a://x?b=1#c')).toBeUndefined();
  });
});

describe('path parameters', () => {
  it('come by name, each optional', () => {
    const template = 'a://{id}{;v,w}/x';
    expect(match(template, 'a://1;w=2;v/x')).toEqual({ id: '1', v: '', w: '2' });
    expect(match(template, 'a://1/x')).toEqual({ id: '1' });
    expect(match(template, 'a://1;v=%2F/x')).toBeUndefined();
  });
});

describe('percent-encoding that cannot be decoded', () => {
  it.each(['%E0%A4%A', '%', '%zz', '%C0%AF', '%FF'])(
    'is reported apart from an unknown resource: %s',
    (raw) => {
      const malformed = { kind: 'malformed', variable: 'id', reason: 'percent-encoding' };
      expect(match('users://{id}', `users://${raw}`)).toEqual(malformed);
      expect(match('users://x{/id*}', `users://x/1/${raw}`)).toEqual(malformed);
      expect(match('users://{+id}', `users://${raw}`)).toEqual(malformed);
      expect(match('users://x{?id}', `users://x?id=${raw}`)).toEqual(malformed);
      expect(match('files://{id}', `users://${raw}`)).toBeUndefined();
    },
  );
});

describe('variables named like members of Object', () => {
  it('are ordinary variables', () => {
    const { variables } = parseUriTemplate('a://{__proto__}/{constructor}{?toString*}', 'spec');
    const found = parseUriTemplate('a://{__proto__}/{constructor}{?toString*}', 'spec').match(
      'a://1/2?toString=3',
    );
    expect(variables).toEqual(['__proto__', 'constructor', 'toString']);
    expect(found).toEqual({
      kind: 'match',
      variables: new Map<string, unknown>([
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', ['3']],
      ]),
    });
  });

  it('are absent when the query does not name them', () => {
    expect(match('a://x{?constructor,__proto__}', 'a://x')).toEqual({});
  });
});
