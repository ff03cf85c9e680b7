import { errorOf, resultOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

export const PROMPT_ROWS: Rows = {
  'a text is one message of the user, with the description of the prompt': async ({ client }) => {
    const prompt = { name: 'greet', arguments: { language: 'de', name: 'Anna' } };

    expect(await client.getPrompt(prompt)).toMatchObject({
      description: 'Greet somebody',
      messages: [{ role: 'user', content: { type: 'text', text: 'de: Anna' } }],
    });
  },

  'an argument that is left out has its default': async ({ client }) => {
    const { messages } = await client.getPrompt({ name: 'greet', arguments: { language: 'fr' } });

    expect(messages).toMatchObject([{ content: { text: 'fr: everybody' } }]);
  },

  'messages keep their roles, and any content': async ({ client }) => {
    const { messages } = await client.getPrompt({ name: 'converse' });

    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Which books run out?' } },
      { role: 'assistant', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: 'surface://readme', text: 'read me' } },
      },
    ]);
  },

  'a prompt sees the _meta of its request, and its progress token': async (link) => {
    const params = { name: 'describe_prompt', _meta: { note: 2, progressToken: 0 } };
    const { messages } = await resultOf(link, 'prompts/get', params);

    const [{ content }] = messages as [{ content: { text: string } }];
    expect(JSON.parse(content.text)).toMatchObject({
      meta: { note: 2, progressToken: 0 },
      progressToken: 0,
    });
  },

  'bad arguments are refused, with the name of each': async (link) => {
    const missing = await errorOf(link, 'prompts/get', { name: 'greet' });
    const wrong = { name: 'greet', arguments: { language: 'nl', name: '' } };
    const refused = await errorOf(link, 'prompts/get', wrong);

    expect(missing).toMatchObject({ code: -32602, message: expect.stringContaining('language') });
    expect(refused).toMatchObject({ code: -32602, message: expect.stringContaining('language') });
    expect(refused.message).toContain('name');
  },

  'an argument that is no text is refused': async (link) => {
    const params = { name: 'greet', arguments: { language: 7 } };

    expect((await errorOf(link, 'prompts/get', params)).code).toBe(-32602);
  },

  'an unknown prompt is refused': async (link) => {
    expect(await errorOf(link, 'prompts/get', { name: 'nowhere' })).toEqual({
      code: -32602,
      message: 'Prompt not found: nowhere',
    });
    await expect(link.client.getPrompt({ name: 'nowhere' })).rejects.toThrow('nowhere');
  },
};
