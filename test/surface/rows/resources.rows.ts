import { deniedCode, errorOf, resultOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

export const RESOURCE_ROWS: Rows = {
  'a text has the type that its decorator says, or plain text': async ({ client }) => {
    const contents = await Promise.all(
      ['surface://readme', 'surface://plain'].map(
        async (uri) => (await client.readResource({ uri })).contents,
      ),
    );

    expect(contents).toEqual([
      [{ uri: 'surface://readme', mimeType: 'text/markdown', text: 'read me' }],
      [{ uri: 'surface://plain', mimeType: 'text/plain', text: 'plain' }],
    ]);
  },

  'an object is JSON': async ({ client }) => {
    const { contents } = await client.readResource({ uri: 'surface://object' });

    expect(contents).toEqual([
      { uri: 'surface://object', mimeType: 'application/json', text: '{"shelf":"A1"}' },
    ]);
  },

  'every byte survives, in base64 with padding': async ({ client }) => {
    const { contents } = await client.readResource({ uri: 'surface://bytes' });

    const { blob } = contents[0] as { blob: string };
    expect(blob).toMatch(/^[A-Za-z0-9+/]+==$/);
    expect([...Buffer.from(blob, 'base64')]).toEqual(
      Array.from({ length: 256 }, (_, byte) => byte),
    );
  },

  'a resource may have several contents, with URIs of their own': async (link) => {
    const { contents } = await resultOf(link, 'resources/read', { uri: 'surface://several' });

    expect(contents).toEqual([
      { uri: 'surface://several/1', mimeType: 'text/plain', text: 'one' },
      { uri: 'surface://several/2', blob: 'Ag==' },
    ]);
  },

  'a template gets its variables, decoded once, the URI as it was written, and the _meta': async (
    link,
  ) => {
    const uri = 'surface://shelves/a%2520b';
    const _meta = { note: 1, progressToken: 'p' };
    const { contents } = await resultOf(link, 'resources/read', { uri, _meta });

    const [content] = contents as [{ uri: string; text: string }];
    expect(content.uri).toBe(uri);
    expect(JSON.parse(content.text)).toMatchObject({
      shelf: 'a%20b',
      meta: { note: 1 },
      progressToken: 'p',
      uri,
    });
  },

  'what is not there is refused with its URI, whoever says so': async (link) => {
    const uris = ['surface://nowhere', 'surface://gone', 'surface://failures/notFound'];
    for (const uri of uris) {
      expect(await errorOf(link, 'resources/read', { uri })).toEqual({
        code: link.expected.unknownResource,
        message: `Resource not found: ${uri}`,
        data: { uri },
      });
      await expect(link.client.readResource({ uri })).rejects.toThrow(uri);
    }
  },

  'what the policy keeps private is refused as such': async (link) => {
    expect(await errorOf(link, 'resources/read', { uri: 'surface://private' })).toEqual({
      code: deniedCode(link),
      message: 'authorization_required: resources/read',
      data: { error: 'authorization_required', method: 'resources/read', detail: 'not yours' },
    });
  },
};
