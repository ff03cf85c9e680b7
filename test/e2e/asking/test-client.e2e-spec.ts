import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpContext } from 'nest-mcp';
import { ask, McpCtx, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { TravelDeskService } from '../../apps/asking/travel-desk.service.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

const SURE = { type: 'object', properties: { sure: { type: 'boolean' } } } as const;

@Injectable()
class Nag {
  @McpTool()
  async nag(@McpCtx() ctx: McpContext): Promise<string> {
    const times = Number(ctx.meta.times);
    for (let time = 1; time <= times; time++) await ctx.elicit(`${time}?`, SURE);
    return `asked ${times} times`;
  }
}

const LINKS = ['inMemory', 'overHttp'] as const;

const CASES = PLATFORMS.flatMap(({ platform, createAdapter }) =>
  ERAS.flatMap((protocolVersion) =>
    LINKS.map((link) => ({ platform, createAdapter, protocolVersion, link })),
  ),
);

describe.each(CASES)('McpTestClient.$link() of $protocolVersion on $platform', (given) => {
  const { protocolVersion, link, createAdapter } = given;
  let app: INestApplication;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [TravelDeskService, Nag] });
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    client = await McpTestClient[link](app, { protocolVersion });
  });

  afterEach(() => client.close());

  it('answers forms, and shows the handler what was asked', async () => {
    const asked: unknown[] = [];
    client.onElicit((question) => {
      asked.push(question);
      const content = asked.length === 1 ? { mail: 'a@b.de', seat: 'aisle' } : { sure: true };
      return { action: 'accept', content };
    });

    expect(resultText(await client.callTool('book'))).toMatch(/: a@b.de, aisle, 0 bags$/);
    expect(asked).toEqual([
      {
        message: 'Who travels?',
        url: undefined,
        requestedSchema: expect.objectContaining({ required: ['mail', 'seat'] }),
      },
      expect.objectContaining({ message: 'Book aisle for a@b.de?' }),
    ]);
  });

  it('answers addresses', async () => {
    client.onElicit(({ url }) => ({
      action: url === 'https://pay.example/42' ? 'accept' : 'cancel',
    }));

    expect(resultText(await client.callTool('pay'))).toBe('accept');
  });

  it('answers for its model and its roots', async () => {
    client
      .onSample(({ systemPrompt }) => `${systemPrompt} Home.`)
      .onRoots(async () => [{ uri: 'file:///maps', name: 'maps' }]);

    expect(resultText(await client.callTool('brief'))).toBe('test says You are brief. Home.; maps');
  });

  it('answers for its model in full', async () => {
    client
      .onSample(() => ({ role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }))
      .onRoots(() => []);

    expect(resultText(await client.callTool('brief'))).toBe('m says x; ');
  });

  it('answers prompts and resources that ask', async () => {
    client.onElicit(() => ({ action: 'decline' }));

    expect(await client.getPrompt('postcard')).toMatchObject({
      messages: [{ content: { text: 'postcard: decline' } }],
    });
    expect(await client.readResource('travel://ticket')).toMatchObject({
      contents: [{ text: 'ticket: decline' }],
    });
  });

  it('changes its mind', async () => {
    client.onElicit(() => ({ action: 'decline' }));
    await client.callTool('book');
    client.onElicit(() => ({ action: 'cancel' }));

    expect(resultText(await client.callTool('book'))).toBe('nobody travels: cancel');
  });

  it('answers ten rounds', async () => {
    client.onElicit(() => ({ action: 'accept', content: {} }));
    const nag = (times: number) => client.request('tools/call', { name: 'nag', _meta: { times } });

    expect(await nag(10)).toMatchObject({ content: [{ text: 'asked 10 times' }] });
  });

  it('declares nothing that it cannot answer', async () => {
    client.onRoots(() => []);

    const outcome = await client.callTool('book').then(resultText, String);

    expect(outcome).toMatch(/does not support elicitation.form|-32021/);
  });
});

describe.each(LINKS)('McpTestClient.%s() of 2026-07-28', (link) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0] as (typeof PLATFORMS)[number], {
      providers: [TravelDeskService, Nag],
    });
  });

  afterAll(() => app.close());

  it('gives up after ten rounds', async () => {
    const client = await McpTestClient[link](app);
    client.onElicit(() => ({ action: 'accept', content: {} }));

    await expect(
      client.request('tools/call', { name: 'nag', _meta: { times: 11 } }),
    ).rejects.toThrow('tools/call asked more than 10 times');
  });

  it('shows a result that asks as it is, from exchange()', async () => {
    const client = await McpTestClient[link](app);
    client.onElicit(() => ({ action: 'decline' }));

    const { response } = await client.exchange('tools/call', { name: 'book' });

    expect(response).toMatchObject({
      result: {
        resultType: 'input_required',
        inputRequests: { 'question-1': { method: 'elicitation/create' } },
        requestState: expect.any(String),
      },
    });
  });

  it('shows it from request() too, where nobody answers', async () => {
    const client = await McpTestClient[link](app, { capabilities: { elicitation: {} } });

    await expect(client.request('tools/call', { name: 'book' })).resolves.toMatchObject({
      resultType: 'input_required',
    });
  });

  it('rejects with what a handler throws', async () => {
    const client = await McpTestClient[link](app);
    client.onElicit(() => {
      throw new RangeError('did not expect that');
    });

    await expect(client.callTool('book')).rejects.toThrow(RangeError);
  });
});

describe.each(LINKS)('McpTestClient.%s() of 2025-11-25', (link) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0] as (typeof PLATFORMS)[number], {
      providers: [TravelDeskService],
    });
  });

  afterAll(() => app.close());

  it('refuses with what a handler throws', async () => {
    const client = await McpTestClient[link](app, { protocolVersion: '2025-11-25' });
    client.onElicit(() => {
      throw new RangeError('not today');
    });

    expect(resultText(await client.callTool('excuse'))).toBe('refused -32603');
    await client.close();
  });

  it('refuses what it has no handler for, though it declared it', async () => {
    const capabilities = { roots: {}, sampling: {} };
    const client = await McpTestClient[link](app, { protocolVersion: '2025-11-25', capabilities });

    expect(resultText(await client.callTool('brief'))).toMatch(/has no answer to/);
    await client.close();
  });
});

describe('McpTestClient.overHttp() of 2025-11-25, when it comes to answer more', () => {
  it('leaves no session behind', async () => {
    const app = await bootApp(
      PLATFORMS[0] as (typeof PLATFORMS)[number],
      { providers: [TravelDeskService] },
      { mcp: { limits: { maxSessions: 1 } } },
    );
    const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });
    await client.callTool('numbers');
    client.onElicit(() => ({ action: 'decline' }));

    const text = resultText(await client.callTool('book'));
    await client.close();
    await app.close();

    expect(text).toBe('nobody travels: decline');
  });
});

describe('McpTestClient, as the person who approves', () => {
  it.each(ERAS)('agrees in %s', async (protocolVersion) => {
    const app = await bootApp(
      PLATFORMS[0] as (typeof PLATFORMS)[number],
      { providers: [TravelDeskService] },
      { mcp: { authorizer: { authorize: ({ name }) => ask(`Run ${name}?`) } } },
    );
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const asked: string[] = [];
    client.onElicit(({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { approve: true } };
    });

    const text = resultText(await client.callTool('numbers'));
    await client.close();
    await app.close();

    expect([text, asked]).toEqual(['0', ['Run numbers?']]);
  });
});
