import { CompletionResult } from './completion-result.js';
import { Content } from './content.js';
import { PromptResult } from './prompt-result.js';
import { ResourceResult } from './resource-result.js';
import { ToolResult } from './tool-result.js';

const png = Buffer.from('png');
const uri = 'shop://covers/1';

describe('ToolResult', () => {
  it('has every kind of part, in order', () => {
    const built = ToolResult.resourceLink({ uri, name: 'cover' })
      .resource({ uri, text: 'x' })
      .audio(png, 'audio/wav')
      .image(png, 'image/png')
      .json({ a: 1 })
      .text('end');

    expect(built.toJSON().content).toEqual([
      Content.resourceLink({ uri, name: 'cover' }),
      Content.resource({ uri, text: 'x' }),
      Content.audio(png, 'audio/wav'),
      Content.image(png, 'image/png'),
      { type: 'text', text: '{"a":1}' },
      { type: 'text', text: 'end' },
    ]);
  });

  it('puts annotations and _meta beside each part', () => {
    const options = { annotations: { priority: 1 }, meta: { a: 1 } };
    const built = ToolResult.text('x', options)
      .json(1, options)
      .image(png, 'image/png', options)
      .audio(png, 'audio/wav', options)
      .resource({ uri, text: '' }, options)
      .resourceLink({ uri, name: 'x' }, options);

    for (const block of built.toJSON().content) {
      expect(block).toMatchObject({ annotations: { priority: 1 }, _meta: { a: 1 } });
    }
  });

  it('never changes', () => {
    const first = ToolResult.text('a');
    const second = first.text('b').error().meta({ m: 1 }).structured(1);

    expect(first.toJSON()).toEqual({ content: [{ type: 'text', text: 'a' }] });
    expect(second.toJSON().content).toHaveLength(2);
    expect(ToolResult.toJSON()).toEqual({ content: [] });
  });

  it('says what went wrong', () => {
    expect(ToolResult.error('sold out').toJSON()).toEqual({
      content: [{ type: 'text', text: 'sold out' }],
      isError: true,
    });
  });

  it.each([null, 0, '', false])('takes %j for structured content', (value) => {
    expect(ToolResult.structured(value).toJSON()).toEqual({
      content: [],
      structuredContent: value,
    });
  });

  it.each([
    ['structured content', () => ToolResult.structured(undefined)],
    ['function', () => ToolResult.json(() => 1)],
    ['Map', () => ToolResult.json(new Map())],
    ['meta', () => ToolResult.meta([] as never)],
    ['text', () => ToolResult.error(7 as never)],
  ])('refuses a bad %s', (what, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(what);
  });
});

describe('PromptResult', () => {
  it('has messages of any content, in order', () => {
    const image = Content.image(png, 'image/png');
    const built = PromptResult.user('look', { annotations: { priority: 1 } })
      .user(image)
      .assistant('nice')
      .description('Looks')
      .meta({ a: 1 });

    expect(built.toJSON()).toEqual({
      description: 'Looks',
      messages: [
        { role: 'user', content: { type: 'text', text: 'look', annotations: { priority: 1 } } },
        { role: 'user', content: image },
        { role: 'assistant', content: { type: 'text', text: 'nice' } },
      ],
      _meta: { a: 1 },
    });
  });

  it('never changes', () => {
    const first = PromptResult.user('a');
    first.assistant('b').description('x').meta({});

    expect(first.toJSON().messages).toHaveLength(1);
    expect(PromptResult.toJSON()).toEqual({ messages: [] });
  });

  it.each([
    ['content', () => PromptResult.user({ type: 'image' } as never)],
    ['content', () => PromptResult.assistant(undefined as never)],
    ['description', () => PromptResult.description(7 as never)],
    ['meta', () => PromptResult.meta('x' as never)],
  ])('refuses a bad %s', (what, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(what);
  });
});

describe('ResourceResult', () => {
  it('never changes', () => {
    const first = ResourceResult.text('a');
    first.text('b').meta({ a: 1 });

    expect(first.toResult(uri, undefined)).toEqual({
      contents: [{ uri, mimeType: 'text/plain', text: 'a' }],
    });
  });

  it.each([
    ['text', () => ResourceResult.text(7 as never)],
    ['data', () => ResourceResult.blob('a-b_')],
    ['uri', () => ResourceResult.text('', { uri: 'x' })],
    ['mimeType', () => ResourceResult.text('', { mimeType: 'x' })],
    ['meta', () => ResourceResult.text('', { meta: [] as never })],
    ['function', () => ResourceResult.json(() => 1)],
  ])('refuses a bad %s', (what, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(what);
  });
});

describe('CompletionResult', () => {
  it.each([
    [TypeError, 'values', () => CompletionResult.values('ab' as never)],
    [TypeError, 'values', () => CompletionResult.values([1] as never)],
    [RangeError, 'total', () => CompletionResult.values(['a', 'b'], { total: 1 })],
    [RangeError, 'total', () => CompletionResult.values([], { total: 0.5 })],
    [TypeError, 'hasMore', () => CompletionResult.values([], { hasMore: 1 as never })],
  ])('refuses with a %p a bad %s', (kind, what, make) => {
    expect(make).toThrow(kind);
    expect(make).toThrow(what);
  });
});
