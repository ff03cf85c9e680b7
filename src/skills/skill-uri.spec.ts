import { keyOfUri, nameProblem, skillUri } from './skill-uri.js';

describe('skillUri', () => {
  it.each([
    [['refunds', 'SKILL.md'], 'skill://refunds/SKILL.md'],
    [['acme', 'billing', 'refunds'], 'skill://acme/billing/refunds'],
    [['a', 'Q&A #1?.md'], 'skill://a/Q%26A%20%231%3F.md'],
    [['a', '100%.md'], 'skill://a/100%25.md'],
    [['a', 'größe.md'], 'skill://a/gr%C3%B6%C3%9Fe.md'],
  ])('of %j is %s, and is found again', (segments, uri) => {
    expect(skillUri(segments)).toBe(uri);
    expect(keyOfUri(uri)).toBe(segments.join('/'));
  });
});

describe('keyOfUri', () => {
  it.each([
    ['SKILL://a/b.md', 'a/b.md'],
    ['skill://a/Q&A.md', 'a/Q&A.md'],
    ['skill://a/%62.md', 'a/b.md'],
    ['skill://a/b%2E%2Emd', 'a/b..md'],
    ['skill://a/%252e%252e', 'a/%2e%2e'],
    ['skill://a/．．', 'a/．．'],
    ['skill://__proto__/constructor', '__proto__/constructor'],
  ])('reads %s in any spelling, once', (uri, key) => {
    expect(keyOfUri(uri)).toBe(key);
  });

  it.each([
    '',
    'skill:',
    'skill://',
    'skill:///etc/passwd',
    'skill:/a/b.md',
    'file:///etc/passwd',
    'xskill://a/b.md',
    ' skill://a/b.md',
    'skill://a/../b.md',
    'skill://a/..',
    'skill://../a',
    'skill://a/./b.md',
    'skill://a/%2e%2e/b.md',
    'skill://a/%2E./b.md',
    'skill://a/.%2e',
    'skill://a%2f..%2fb',
    'skill://a/b%2Fc.md',
    'skill://a/b%5Cc.md',
    'skill://a/b\\..\\c',
    'skill://a//b.md',
    'skill://a/',
    'skill://a/b.md%00',
    'skill://a/b\u0000.md',
    'skill://a/b%0A.md',
    'skill://a/%7f',
    'skill://a/%',
    'skill://a/%zz',
    'skill://a/%C0%AF',
    'skill://a/%FF',
    'skill://a/b.md?x=1',
    'skill://a/b.md#x',
    'skill://a/\ud800',
  ])('finds nothing in %j', (uri) => {
    expect(keyOfUri(uri)).toBeUndefined();
  });
});

describe('nameProblem', () => {
  it.each(['SKILL.md', 'a b', 'Q&A', 'größe', '日本語', '100%', 'a:b', '...'])(
    'takes %j',
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ['', 'is no name'],
    ['..', 'is no name'],
    ['a\\b', 'backslash'],
    ['a\nb', 'control character'],
    ['a\u0000', 'control character'],
    ['a\ufffd', 'not UTF-8'],
    ['a\ud800', 'not UTF-8'],
  ])('says what is wrong with %j', (name, problem) => {
    expect(nameProblem(name)).toContain(problem);
  });
});
