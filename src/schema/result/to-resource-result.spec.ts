import { ResourceResult } from './builders/resource-result.js';
import { toResourceResult } from './to-resource-result.js';

const URI = 'shop://orders/1';
const read = (value: unknown, mimeType?: string) => toResourceResult(value, URI, mimeType);

describe('toResourceResult', () => {
  it('writes a string as plain text', () => {
    expect(read('hello')).toEqual({
      contents: [{ uri: URI, mimeType: 'text/plain', text: 'hello' }],
    });
  });

  it('writes an object as JSON', () => {
    expect(read({ a: 1 })).toEqual({
      contents: [{ uri: URI, mimeType: 'application/json', text: '{"a":1}' }],
    });
  });

  it.each([
    [0, '0'],
    [false, 'false'],
    [[], '[]'],
  ])('writes %j as JSON', (value, text) => {
    expect(read(value)?.contents).toEqual([{ uri: URI, mimeType: 'application/json', text }]);
  });

  it('writes an empty string as empty text', () => {
    expect(read('')?.contents[0]?.text).toBe('');
  });

  it('writes bytes in base64', () => {
    expect(read(Buffer.from([0, 255]))).toEqual({
      contents: [{ uri: URI, mimeType: 'application/octet-stream', blob: 'AP8=' }],
    });
  });

  it('gives every byte back, in the standard alphabet with padding', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const blob = read(bytes)?.contents[0]?.blob ?? '';

    expect([...Buffer.from(blob, 'base64')]).toEqual([...bytes]);
    expect(blob).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(read(Buffer.from([0xfb, 0xff]))?.contents[0]?.blob).toBe('+/8=');
  });

  it('writes the bytes of an ArrayBuffer', () => {
    expect(read(new Uint8Array([0, 255]).buffer)?.contents).toEqual([
      { uri: URI, mimeType: 'application/octet-stream', blob: 'AP8=' },
    ]);
  });

  it('takes a list of texts or bytes for one value', () => {
    expect(read(['a', 'b'])?.contents).toEqual([
      { uri: URI, mimeType: 'application/json', text: '["a","b"]' },
    ]);
  });

  it('writes only the bytes that a view shows', () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);

    expect(read(view)?.contents[0]?.blob).toBe('AgM=');
  });

  it.each(['hello', { a: 1 }, Buffer.from('x')])('prefers the declared type for %j', (value) => {
    expect(read(value, 'text/html')?.contents[0]?.mimeType).toBe('text/html');
  });

  it.each([undefined, null])('takes %s for a resource that is not there', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it.each([
    { contents: [{ uri: 'a:b', text: 'x' }] },
    {
      contents: [
        { uri: 'a:b', blob: 'eA==' },
        { uri: 'a:c', text: '' },
      ],
      _meta: {},
    },
  ])('keeps a ready-made result', (value) => {
    expect(read(value)).toEqual(value);
  });

  it('keeps of a ready-made result what the specification knows', () => {
    const known = { uri: 'a:b', mimeType: 'text/x', text: 'x', _meta: { a: 1 } };
    const contents = [{ ...known, name: 'n', description: 'd', size: 1, password: 'p' }];

    expect(read({ contents, _meta: { b: 2 }, total: 1 })).toEqual({
      contents: [known],
      _meta: { b: 2 },
    });
  });

  it.each([
    { contents: [] },
    { contents: ['a', 'b'] },
    { contents: [{ uri: 'a:b' }] },
    { contents: [{ uri: 'a:b', text: 'x', blob: 'eA==' }] },
    { contents: [{ uri: 'a:b', text: 'x', blob: 7 }] },
    { contents: [{ text: 'x' }] },
    { contents: 'a page' },
  ])('takes %j for a domain object', (value) => {
    expect(read(value)?.contents[0]?.text).toBe(JSON.stringify(value));
  });

  it.each([
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a map', new Map([['a', 1]])],
  ] as const)('refuses %s', (_what, value) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ name: 'TypeError' }));
  });

  describe('of a built result', () => {
    it('fills in the URI that was read, and a type that follows from the contents', () => {
      const built = ResourceResult.text('a')
        .json({ b: 1 })
        .blob(Buffer.from([255]));

      expect(read(built)).toEqual({
        contents: [
          { uri: URI, mimeType: 'text/plain', text: 'a' },
          { uri: URI, mimeType: 'application/json', text: '{"b":1}' },
          { uri: URI, mimeType: 'application/octet-stream', blob: '/w==' },
        ],
      });
    });

    it('prefers the declared type, and to that its own', () => {
      const built = ResourceResult.text('a').text('b', { mimeType: 'text/csv' });

      expect(read(built, 'text/html')?.contents.map(({ mimeType }) => mimeType)).toEqual([
        'text/html',
        'text/csv',
      ]);
    });

    it('keeps addresses of its own, and _meta', () => {
      const built = ResourceResult.text('a', { uri: 'shop://a', meta: { a: 1 } }).meta({ b: 2 });

      expect(read(built)).toEqual({
        contents: [{ uri: 'shop://a', mimeType: 'text/plain', text: 'a', _meta: { a: 1 } }],
        _meta: { b: 2 },
      });
    });

    it('refuses one without contents, which would say that there is no such resource', () => {
      expect(() => read(ResourceResult)).toThrow('has no contents');
    });
  });
});
