import { Content } from './content.js';

const uri = 'shop://covers/1';
const bytes = Buffer.from([0xfb, 0xff, 0xbf, 0]);

/** Any content with this beside it. */
const beside = (options: object) => () => Content.text('x', options);

describe('Content', () => {
  it.each([
    ['text', Content.text('hello'), { type: 'text', text: 'hello' }],
    [
      'an image',
      Content.image(bytes, 'image/png'),
      { type: 'image', data: '+/+/AA==', mimeType: 'image/png' },
    ],
    [
      'audio',
      Content.audio(bytes, 'audio/wav'),
      { type: 'audio', data: '+/+/AA==', mimeType: 'audio/wav' },
    ],
    [
      'a resource of text',
      Content.resource({ uri, text: 'x' }),
      { type: 'resource', resource: { uri, text: 'x' } },
    ],
    [
      'a resource of bytes',
      Content.resource({ uri, mimeType: 'image/png', blob: bytes }),
      { type: 'resource', resource: { uri, mimeType: 'image/png', blob: '+/+/AA==' } },
    ],
    [
      'a link',
      Content.resourceLink({ uri, name: 'cover', size: 0 }),
      { type: 'resource_link', uri, name: 'cover', size: 0 },
    ],
    [
      'a link that says everything',
      Content.resourceLink({
        uri,
        name: 'cover',
        title: 'Cover',
        description: 'The front',
        mimeType: 'image/png',
        size: 7,
        icons: [{ src: 'https://shop.example/i.png' }],
      }),
      {
        type: 'resource_link',
        uri,
        name: 'cover',
        title: 'Cover',
        description: 'The front',
        mimeType: 'image/png',
        size: 7,
        icons: [{ src: 'https://shop.example/i.png' }],
      },
    ],
  ])('makes %s', (_what, block, expected) => {
    expect(block).toEqual(expected);
  });

  const annotations = {
    audience: ['user'] as const,
    priority: 0.5,
    lastModified: '2026-07-28T00:00:00Z',
  };

  it.each([
    ['text', Content.text('x', { annotations, meta: { a: 1 } })],
    ['an image', Content.image(bytes, 'image/png', { annotations, meta: { a: 1 } })],
    ['audio', Content.audio(bytes, 'audio/wav', { annotations, meta: { a: 1 } })],
    ['a resource', Content.resource({ uri, text: '' }, { annotations, meta: { a: 1 } })],
    ['a link', Content.resourceLink({ uri, name: 'x' }, { annotations, meta: { a: 1 } })],
  ])('puts annotations and _meta beside %s', (_what, block) => {
    expect(block).toMatchObject({ annotations, _meta: { a: 1 } });
  });

  it.each(['', '+/+/AA==', 'AAA=', 'AAAA', 'A'.repeat(16 * 1024 * 1024)])(
    'takes base64 as it is',
    (data) => {
      expect(Content.image(data, 'image/png').data === data).toBe(true);
    },
  );

  it('writes only the bytes that a view shows', () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);

    expect(Content.image(view, 'image/png').data).toBe('AgM=');
  });

  it.each([
    {},
    { audience: [] },
    { audience: ['assistant', 'user'] },
    { priority: 0 },
    { priority: 1 },
    { lastModified: '2026-07-28' },
    { lastModified: '2026-07-28T10:00:00.123+02:00' },
  ])('takes the annotations %j', (given) => {
    expect(beside({ annotations: given })()).toEqual({
      type: 'text',
      text: 'x',
      annotations: given,
    });
  });

  it.each([
    [RangeError, { priority: 1.01 }, 'annotations.priority'],
    [RangeError, { priority: -0.01 }, 'annotations.priority'],
    [RangeError, { priority: Number.NaN }, 'annotations.priority'],
    [TypeError, { priority: '1' }, 'annotations.priority'],
    [TypeError, { audience: 'user' }, 'annotations.audience'],
    [TypeError, { audience: ['system'] }, 'annotations.audience'],
    [TypeError, { lastModified: 0 }, 'annotations.lastModified'],
    [RangeError, { lastModified: 'yesterday' }, 'annotations.lastModified'],
    [RangeError, { lastModified: '2026-13-01' }, 'annotations.lastModified'],
    [TypeError, [], 'annotations'],
  ])('refuses with a %p the annotations %j', (kind, given, member) => {
    expect(beside({ annotations: given })).toThrow(kind);
    expect(beside({ annotations: given })).toThrow(member);
  });

  it.each([
    ['text', () => Content.text(7 as never)],
    ['meta', beside({ meta: [] })],
    ['data', () => Content.image('-_-_AA==', 'image/png')],
    ['data', () => Content.image('AA', 'image/png')],
    ['data', () => Content.image('AA=A', 'image/png')],
    ['data', () => Content.image('A===', 'image/png')],
    ['data', () => Content.image('AAAA\n', 'image/png')],
    ['data', () => Content.image([1] as never, 'image/png')],
    ['mimeType', () => Content.image(bytes, 'png')],
    ['mimeType', () => Content.image(bytes, 'audio/wav')],
    ['mimeType', () => Content.audio(bytes, 'image/png')],
    ['mimeType', () => Content.resource({ uri, mimeType: 'text', text: '' })],
    ['uri', () => Content.resource({ uri: 'covers/1', text: '' })],
    ['blob', () => Content.resource({ uri, blob: 7 as never })],
    ['text', () => Content.resource({ uri } as never)],
    ['uri', () => Content.resourceLink({ uri: '', name: 'x' })],
    ['name', () => Content.resourceLink({ uri } as never)],
    ['size', () => Content.resourceLink({ uri, name: 'x', size: 0.5 })],
    ['size', () => Content.resourceLink({ uri, name: 'x', size: -1 })],
    ['icons', () => Content.resourceLink({ uri, name: 'x', icons: {} as never })],
    [
      String.raw`icons\[0\]\.src`,
      () => Content.resourceLink({ uri, name: 'x', icons: [{ src: '/i.png' }] }),
    ],
  ])('refuses a bad %s, naming it', (member, make) => {
    expect(make).toThrow(new RegExp(`^${member} must be`));
  });
});
