import { revisionOf } from '../../../test/support/revision-of.js';
import type { SamplingMessage, SamplingRequest } from '../../protocol/sampling.interface.js';
import { samplingRequest } from './sampling.js';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const user = (content: SamplingMessage['content']): SamplingMessage => ({ role: 'user', content });
const model = (content: SamplingMessage['content']): SamplingMessage => ({
  role: 'assistant',
  content,
});
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} }) as const;
const resultOf = (toolUseId: string) =>
  ({ type: 'tool_result', toolUseId, content: [text('ok')] }) as const;

const request = (
  messages: readonly SamplingMessage[],
  version = '2025-11-25',
  more: Partial<SamplingRequest> = {},
) => samplingRequest({ messages, maxTokens: 9, ...more }, revisionOf(version));

describe('a request for sampling', () => {
  it('carries everything the author gives', () => {
    const more = {
      systemPrompt: 's',
      modelPreferences: { hints: [{ name: 'm' }], costPriority: 0.5 },
      temperature: 0.1,
      stopSequences: ['x'],
      metadata: { a: 1 },
    };

    expect(request([user(text('hi'))], '2024-11-05', more).params).toEqual({
      messages: [user(text('hi'))],
      maxTokens: 9,
      ...more,
    });
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18'])(
    'has one block for each message in %s',
    (version) => {
      const { params } = request([user([text('a'), text('b')]), model(text('c'))], version);

      expect(params.messages).toEqual([user(text('a')), user(text('b')), model(text('c'))]);
    },
  );

  it.each(['2025-11-25', '2026-07-28'])('keeps messages of several blocks in %s', (version) => {
    const messages = [user([text('a'), text('b')])];

    expect(request(messages, version).params.messages).toEqual(messages);
  });

  it('cannot hold audio in 2024-11-05', () => {
    const audio = { type: 'audio', data: 'aA==', mimeType: 'audio/wav' } as const;

    expect(() => request([user(audio)], '2024-11-05')).toThrow('does not know audio');
    expect(() => request([user(audio)], '2025-03-26')).not.toThrow();
  });

  it('needs tools of the client for messages about tools', () => {
    const messages = [user(text('a')), model(use('1')), user(resultOf('1'))];

    expect(request(messages).needs).toEqual(['sampling', 'sampling.tools']);
  });

  it.each([0, -1, 1.5, Number.NaN, '9' as unknown as number])('refuses %p tokens', (maxTokens) => {
    expect(() => request([user(text('a'))], '2025-11-25', { maxTokens })).toThrow('maxTokens');
  });

  it.each<[string, readonly SamplingMessage[], string]>([
    ['no messages', [], 'messages must not be empty'],
    ['an empty message', [user([])], 'a message has a role'],
    ['another role', [{ role: 'system' as never, content: text('a') }], 'a message has a role'],
    [
      'results beside text',
      [model(use('1')), user([resultOf('1'), text('a')])],
      'holds nothing else',
    ],
    ['results of the model', [model(use('1')), model(resultOf('1'))], 'holds nothing else'],
    ['results without a use', [user(resultOf('1'))], 'each use of a tool'],
    ['results of another use', [model(use('1')), user(resultOf('2'))], 'each use of a tool'],
    ['too few results', [model([use('1'), use('2')]), user(resultOf('1'))], 'each use of a tool'],
    ['a use without a result', [model(use('1')), user(text('a'))], 'each use of a tool'],
  ])('refuses %s', (_what, messages, problem) => {
    expect(() => request(messages)).toThrow(problem);
  });

  it('takes uses and results of several tools, in any order', () => {
    const messages = [
      user(text('a')),
      model([use('1'), use('2')]),
      user([resultOf('2'), resultOf('1')]),
    ];

    expect(() => request(messages)).not.toThrow();
  });
});

describe('tools for the model', () => {
  it.each([
    [{ name: 't' }],
    [{ name: 't', inputSchema: {} }],
    [{ name: 't', inputSchema: { type: 'string' } }],
    [{ inputSchema: { type: 'object' } }],
  ])('are not %j', (tool) => {
    expect(() => request([user(text('a'))], '2025-11-25', { tools: [tool] })).toThrow(
      'inputSchema',
    );
  });

  it('have a name and a schema of an object', () => {
    const tools = [{ name: 't', inputSchema: { type: 'object' } }];

    expect(request([user(text('a'))], '2025-11-25', { tools }).params).toMatchObject({ tools });
  });
});

describe('the result of sampling', () => {
  it.each(['2025-11-25', '2026-07-28'])('may be a list with uses of tools in %s', (version) => {
    const result = {
      role: 'assistant',
      model: 'm',
      stopReason: 'toolUse',
      content: [text('let me look'), use('1'), use('2')],
    };

    expect(request([user(text('a'))], version).read(result)).toEqual(result);
  });

  it.each([
    undefined,
    null,
    {},
    { role: 'assistant', model: 'm' },
    { role: 'assistant', content: text('a') },
    { role: 'system', model: 'm', content: text('a') },
    { role: 'assistant', model: 'm', content: ['a'] },
    { role: 'assistant', model: 'm', content: { text: 'a' } },
    { role: 'assistant', model: 'm', content: text('a'), stopReason: 7 },
  ])('is not %j', (result) => {
    expect(() => request([user(text('a'))]).read(result)).toThrow('is not the result of sampling');
  });
});
