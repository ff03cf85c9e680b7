import { callOf, errorOf, resultOf } from '../by-hand.js';
import type { Message, Rows, SurfaceLink } from '../surface-link.interface.js';

const build = (link: SurfaceLink, args: Message) =>
  resultOf(link, 'prompts/get', { name: 'build_prompt', arguments: args });

export const BUILDER_ROWS: Rows = {
  'a tool result is built part by part': async (link) => {
    expect(await callOf(link, 'build_tool')).toMatchObject({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AA==', mimeType: 'image/png', annotations: { priority: 1 } },
        { type: 'text', text: 'two' },
      ],
      isError: true,
      _meta: { 'surface/built': true },
    });
  },

  'contents of a resource have what was not said filled in': async ({ client }) => {
    const { contents, _meta } = await client.readResource({ uri: 'surface://built' });

    expect(contents).toEqual([
      { uri: 'surface://built', mimeType: 'text/markdown', text: 'one' },
      { uri: 'surface://built/2', mimeType: 'x/two', blob: 'Ag==' },
    ]);
    expect(_meta).toMatchObject({ 'surface/built': true });
  },

  'contents say how long they may be kept in 2026-07-28, and stay private behind a policy': async (
    link,
  ) => {
    const { ttlMs, cacheScope } = await resultOf(link, 'resources/read', {
      uri: 'surface://built',
    });
    const isModern = link.era === 'modern';

    expect([ttlMs, cacheScope]).toEqual(isModern ? [60_000, 'private'] : [undefined, undefined]);
  },

  'arguments of a prompt become what its class wants, and default to nothing': async (link) => {
    const given = await build(link, { copies: '3', isGift: 'false', speed: 'slow' });
    const { messages } = await build(link, { copies: '3' });

    expect(given).toMatchObject({
      description: 'Built',
      messages: [
        { role: 'user', content: { type: 'text', text: 'number 3' } },
        { role: 'assistant', content: { type: 'text', text: 'boolean false slow' } },
      ],
    });
    expect(messages).toMatchObject([{}, { content: { text: 'undefined undefined undefined' } }]);
  },

  'the official client gets a prompt with arguments that are numbers to the method': async ({
    client,
  }) => {
    const prompt = { name: 'build_prompt', arguments: { copies: '10', isGift: 'true' } };
    const { messages } = await client.getPrompt(prompt);

    expect(messages).toMatchObject([
      { content: { text: 'number 10' } },
      { content: { text: 'boolean true undefined' } },
    ]);
  },

  'arguments of a prompt that cannot become what its class wants are refused by name': async (
    link,
  ) => {
    const args = { copies: '3.5', isGift: 'yes', speed: 'backwards' };
    const { code, message } = await errorOf(link, 'prompts/get', {
      name: 'build_prompt',
      arguments: args,
    });

    expect(code).toBe(-32602);
    for (const name of Object.keys(args)) expect(message).toContain(name);
    const past = { name: 'build_prompt', arguments: { copies: '11' } };
    expect((await errorOf(link, 'prompts/get', past)).message).toContain('copies');
  },

  'what is offered may be part of more': async ({ client }) => {
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'build_prompt' },
      argument: { name: 'speed', value: 's' },
    });

    expect(completion).toEqual({ values: ['slow'], total: 7, hasMore: true });
  },
};
