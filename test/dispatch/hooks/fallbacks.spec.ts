import type { McpHooks } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';

const ERAS = ['2025-11-25', MODERN_REVISION] as const;

describe.each(ERAS)('what has no handler, in %s', (version) => {
  const open = async (hooks: McpHooks) => {
    const bench = await createBench({ hooks });
    return { bench, wire: await MemoryWire.openOn(bench, version) };
  };

  it('is a tool that onToolCall serves, with validated arguments', async () => {
    const seen: unknown[] = [];
    const { bench, wire } = await open({
      onToolCall: (name, args, ctx) => {
        seen.push([name, args, ctx.requestId]);
        return { total: 1 };
      },
    });
    const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    await bench.registry.registerTools([{ name: 'dynamic', input }] as never);

    const [good] = await wire.ask(1, 'tools/call', { name: 'dynamic', arguments: { a: 1 } });
    const [bad] = await wire.ask(2, 'tools/call', { name: 'dynamic', arguments: { a: 'x' } });
    const [unknown] = await wire.ask(3, 'tools/call', { name: 'other' });

    expect(good?.result.content[0].text).toBe('{"total":1}');
    expect(bad?.result.isError).toBe(true);
    expect(unknown?.error.message).toBe('Tool not found: other');
    expect(seen).toEqual([['dynamic', { a: 1 }, 1]]);
  });

  it('is a prompt that onPromptGet serves', async () => {
    const { bench, wire } = await open({
      onPromptGet: (name, args) => `${name} ${String(args.tone)}`,
    });
    const input = { type: 'object', properties: { tone: { type: 'string' } } };
    await bench.registry.registerPrompts([{ name: 'reply', input }] as never);

    const [answer] = await wire.ask(1, 'prompts/get', {
      name: 'reply',
      arguments: { tone: 'kind' },
    });

    expect(answer?.result.messages[0].content.text).toBe('reply kind');
  });

  it('is a resource or template that onResourceRead serves', async () => {
    const { bench, wire } = await open({
      onResourceRead: (uri, variables) => JSON.stringify({ uri, variables }),
    });
    await bench.registry.registerResources([{ name: 'all', uri: 'shop://all' }] as never);
    await bench.registry.registerResourceTemplates([
      { name: 'one', uriTemplate: 'shop://one/{id}' },
    ] as never);

    const [fixed] = await wire.ask(1, 'resources/read', { uri: 'shop://all' });
    const [one] = await wire.ask(2, 'resources/read', { uri: 'shop://one/7' });

    expect(JSON.parse(fixed?.result.contents[0].text)).toEqual({
      uri: 'shop://all',
      variables: {},
    });
    expect(JSON.parse(one?.result.contents[0].text)).toEqual({
      uri: 'shop://one/7',
      variables: { id: '7' },
    });
  });

  it('cannot be registered without the hook', async () => {
    const { bench } = await open({});

    await expect(bench.registry.registerTools([{ name: 'dynamic' }] as never)).rejects.toThrow(
      /onToolCall/,
    );
  });

  it('is completed by onCompletion', async () => {
    const seen: unknown[] = [];
    const { bench, wire } = await open({
      onCompletion: (query) => {
        seen.push(query);
        return ['formal'];
      },
    });
    const input = { type: 'object', properties: { tone: { type: 'string' } } };
    await bench.registry.registerPrompts([{ name: 'reply', input, handler: () => 'x' }]);

    const params = {
      ref: { type: 'ref/prompt', name: 'reply' },
      argument: { name: 'tone', value: 'fo' },
      context: { arguments: { subject: 'books' } },
    };
    const [answer] = await wire.ask(1, 'completion/complete', params);
    const [unknown] = await wire.ask(2, 'completion/complete', {
      ...params,
      ref: { type: 'ref/prompt', name: 'none' },
    });

    expect(answer?.result.completion).toEqual({ values: ['formal'], total: 1, hasMore: false });
    expect(unknown?.error.code).toBe(-32602);
    expect(seen).toEqual([
      {
        ref: { type: 'ref/prompt', name: 'reply' },
        argument: 'tone',
        value: 'fo',
        arguments: { subject: 'books' },
      },
    ]);
  });
});
