import { callOf, errorOf, textOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

const BYTES = Buffer.from([251, 255, 254]).toString('base64');

export const RESULT_ROWS: Rows = {
  'plain values are text, and objects and lists compact JSON': async ({ client }) => {
    const texts = {
      give_text: 'plain words',
      give_number: '0',
      give_boolean: 'false',
      give_object: '{"shelf":"B2","copies":7}',
      give_list: '["a",1]',
      give_last: 'last',
    };
    for (const [name, text] of Object.entries(texts)) {
      const { content, isError, structuredContent } = await client.callTool({ name });

      expect({ name, content }).toEqual({ name, content: [{ type: 'text', text }] });
      expect([isError ?? false, structuredContent]).toEqual([false, undefined]);
    }
  },

  'nothing is an empty result': async (link) => {
    expect((await callOf(link, 'give_nothing')).content).toEqual([]);
  },

  'a structured result has what its schema declares, twice': async ({ client }) => {
    const { content, structuredContent } = await client.callTool({ name: 'give_structured' });

    expect(structuredContent).toEqual({ copies: 7, shelf: 'B2' });
    expect(JSON.parse(textOf({ content }))).toEqual(structuredContent);
  },

  'a structured result that does not fit fails without the value': async (link) => {
    const result = await callOf(link, 'give_misfit');

    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toContain('sk-secret');
  },

  'every kind of content arrives in order, with its annotations and _meta': async (link) => {
    const expected = [
      {
        type: 'text',
        text: 'one',
        annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-02T03:04:05Z' },
      },
      { type: 'image', data: BYTES, mimeType: 'image/png', annotations: { priority: 1 } },
      { type: 'audio', data: BYTES, mimeType: 'audio/wav', _meta: { 'surface/take': 2 } },
      { type: 'resource', resource: { uri: 'surface://readme', text: 'read me' } },
      { type: 'resource_link', uri: 'surface://bytes', name: 'bytes', mimeType: 'x/bytes' },
    ];

    expect((await callOf(link, 'give_blocks')).content).toEqual(expected);
    expect((await link.client.callTool({ name: 'give_blocks' })).content).toEqual(expected);
  },

  'the _meta of a result arrives': async ({ client }) => {
    const { _meta } = await client.callTool({ name: 'give_meta' });

    expect(_meta).toMatchObject({ 'surface/note': { kept: true } });
  },

  'a failure that a tool returns is a result': async ({ client }) => {
    expect(await client.callTool({ name: 'give_failure' })).toMatchObject({
      content: [{ type: 'text', text: 'out of stock' }],
      isError: true,
    });
  },

  'what JSON cannot say fails the call, and nothing else': async (link) => {
    for (const shape of ['function', 'symbol', 'bigint', 'cycle']) {
      const result = await callOf(link, 'give_misshapen', { shape });

      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/^TypeError \(reference [0-9a-f-]{36}\)$/);
    }
    expect(textOf(await callOf(link, 'give_text'))).toBe('plain words');
  },

  'an unknown tool is an error with the code of the revision': async (link) => {
    expect(await errorOf(link, 'tools/call', { name: 'nowhere' })).toEqual({
      code: link.expected.unknownTool,
      message: 'Tool not found: nowhere',
    });
    await expect(link.client.callTool({ name: 'nowhere' })).rejects.toThrow('Tool not found');
  },

  'a tool that is hidden cannot be told from one that does not exist': async (link) => {
    const refusals = await Promise.all(
      ['hidden_tool', 'hidden_void'].map(async (name) => {
        const { answer } = await link.ask('tools/call', { name, arguments: {} });
        return JSON.stringify(answer.result).replaceAll(name, 'NAME');
      }),
    );

    expect(refusals[0]).toContain('authorization_required');
    expect(refusals[0]).toBe(refusals[1]);
  },

  'the policy sees the hints of a tool': async (link) => {
    const result = await callOf(link, 'hinted');
    const { detail } = JSON.parse(textOf(result)) as { detail: string };

    expect(JSON.parse(detail)).toEqual({
      readOnlyHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  },
};
