import { jsonOf, resultOf, textOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

export const CONTEXT_ROWS: Rows = {
  'a tool knows its request': async (link) => {
    const { answer } = await link.ask('tools/call', {
      name: 'describe_request',
      _meta: { progressToken: 0, note: [1] },
    });

    expect(JSON.parse(textOf(answer.result))).toMatchObject({
      requestId: answer.id,
      meta: { progressToken: 0, note: [1] },
      progressToken: 0,
      protocolVersion: link.expected.version,
      transport: link.transport,
      hasSession: link.era === 'legacy',
    });
  },

  'a tool knows what the official client says of itself': async ({ client }) => {
    const described = textOf(await client.callTool({ name: 'describe_request' }));

    expect(JSON.parse(described)).toMatchObject({
      clientInfo: { name: 'surface', version: '1.0.0' },
      clientCapabilities: ['elicitation'],
    });
  },

  'the server says who it is': async ({ client }) => {
    expect(client.getServerVersion()).toEqual({
      name: 'surface',
      version: '1.2.3',
      title: 'The surface',
      description: 'Everything a client can see',
      websiteUrl: 'https://surface.example',
      icons: [{ src: 'https://surface.example/icon.png', mimeType: 'image/png', sizes: ['any'] }],
    });
    expect(client.getInstructions()).toBe('Look around.');
  },

  'the server says what it can do': async ({ client }) => {
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
  },

  'a ping is answered with nothing, where the era has it': async (link) => {
    if (link.era === 'modern') {
      expect((await link.ask('ping')).answer.error?.code).toBe(-32601);
      return;
    }
    expect(await resultOf(link, 'ping')).toEqual({});
    expect(await link.client.ping()).toEqual({});
  },

  'a tool asks the person at the client, and goes on with the answer': async ({ client }) => {
    expect(textOf(await client.callTool({ name: 'ask_name' }))).toBe('Hello, Ada');
  },

  'arguments reach their own call, however many run at once': async (link) => {
    const orders = await Promise.all(
      Array.from({ length: 10 }, (_, n) => jsonOf(link, 'take_order', { number: `${n}` })),
    );

    expect(orders.map(({ number }) => number)).toEqual(orders.map((_, n) => `${n}`));
  },
};
