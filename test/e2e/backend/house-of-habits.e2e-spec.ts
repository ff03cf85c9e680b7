import { CacheModule } from '@nestjs/cache-manager';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { McpTestClient } from 'nest-mcp/testing';
import { HABITS, Orders, written } from '../../apps/house-of-habits.js';
import { JwtStrategy, SECRET } from '../../apps/passport.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { loadCommonJs } from '../../support/load-common-js.js';
import { resultText } from '../../support/result-text.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

const { ThrottlerGuard, ThrottlerModule } =
  await loadCommonJs<typeof import('@nestjs/throttler')>('@nestjs/throttler');

const imports = [
  PassportModule.register({ session: false }),
  JwtModule.register({ secret: SECRET }),
  ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1_000 }]),
  CacheModule.register({ isGlobal: true }),
];

describe.each(PLATFORMS)('a backend with every habit on $platform', (platform) => {
  let app: INestApplication;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const throttler = { provide: APP_GUARD, useClass: ThrottlerGuard };
    app = await bootApp(platform, {
      imports,
      providers: [Orders, JwtStrategy, ...HABITS, throttler],
    });
    const token = app.get(JwtService).sign({ sub: 'ada', roles: ['clerk'] });
    headers = { authorization: `Bearer ${token}` };
  });

  beforeEach(() => {
    written.length = 0;
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string) =>
    McpTestClient.overHttp(app, { protocolVersion, headers });

  it.each(ERAS)('serves tools of %s', async (era) => {
    const client = await connect(era);

    const found = await client.callTool('find_order', { number: 'A-1' });

    expect(found).toMatchObject({ structuredContent: { number: 'A-1' } });
    expect(resultText(found)).toBe('{"number":"A-1"}');
    expect(resultText(await client.callTool('double', { count: '21' }))).toBe('42');
  });

  it.each(ERAS)('tells of failures of %s in words', async (era) => {
    const client = await connect(era);

    const results = [
      await client.callTool('remove_all'),
      await client.callTool('break'),
      await client.callTool('find_order', { number: 'A-1', admin: true }),
    ];

    expect(results.map(({ isError }) => isError)).toEqual([true, true, true]);
    const [forbidden = '', broken = '', invalid = ''] = results.map(resultText);
    expect(JSON.parse(forbidden)).toEqual({ statusCode: 403, path: '/mcp' });
    expect(JSON.parse(broken)).toEqual({ statusCode: 500, path: '/mcp' });
    expect(invalid).toContain('admin');
  });

  it.each(ERAS)('serves resources, prompts and completion of %s', async (era) => {
    const client = await connect(era);

    const { contents } = await client.readResource('orders://A-1');
    const { messages } = await client.getPrompt('complain', { number: 'A-1' });
    const ref = { type: 'ref/prompt', name: 'complain' } as const;

    expect(contents).toMatchObject([{ text: '{"number":"A-1"}' }]);
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Where is A-1?' } }]);
    expect(await client.complete(ref, 'number', 'A')).toEqual(['A-1', 'A-2']);
  });

  it.each(ERAS)('asks the person of a client of %s', async (era) => {
    const client = (await connect(era)).onElicit(() => ({
      action: 'accept',
      content: { sure: true },
    }));

    expect(resultText(await client.callTool('refund'))).toBe('accept');
  });

  it('writes nothing into a stream but messages', async () => {
    const { body, headers: mirrored } = modernCall('pack');

    const {
      status,
      headers: received,
      text,
    } = await new WireClient(app).post(body, {
      ...mirrored,
      ...headers,
    });

    expect({ status, type: received['content-type'] }).toEqual({
      status: 200,
      type: 'text/event-stream',
    });
    const messages = text.split('\n\n').filter((event) => event !== '');
    expect(
      messages.map((event) => JSON.parse(event.replace('event: message\ndata: ', ''))),
    ).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: expect.anything() },
      { jsonrpc: '2.0', method: 'notifications/progress', params: expect.anything() },
      {
        jsonrpc: '2.0',
        id: 1,
        result: expect.objectContaining({ content: [{ type: 'text', text: 'packed' }] }),
      },
    ]);
    expect(received).toMatchObject({ 'x-ratelimit-limit': '1000' });
  });

  it('logs the request at the route and the method of the call', async () => {
    const client = await connect('2026-07-28');

    await client.callTool('find_order', { number: 'A-1' });

    expect(written.toSorted()).toEqual([
      expect.stringMatching(/^POST \/mcp \S+ findOrder$/),
      expect.stringMatching(/^POST \/mcp \S+ post$/),
    ]);
  });

  it('refuses at the route who is nobody, in the words of its filter', async () => {
    const { body, headers: mirrored } = modernCall('find_order', { number: 'A-1' });

    const answer = await new WireClient(app).post(body, mirrored);

    expect(outcome(answer)).toEqual({ status: 401, body: { statusCode: 401, path: '/mcp' } });
  });
});
