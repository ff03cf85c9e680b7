import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpContext, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { loadCommonJs } from '../../support/load-common-js.js';
import { resultText } from '../../support/result-text.js';
import { events, outcome, WireClient } from '../../support/wire-client.js';
import { initialize, modernCall } from '../../support/wire-messages.js';

const { SkipThrottle, Throttle, ThrottlerGuard, ThrottlerModule } =
  await loadCommonJs<typeof import('@nestjs/throttler')>('@nestjs/throttler');

const MINUTE = 60_000;

/** Every test is a client of its own, and so has a budget of its own. */
const getTracker = ({ headers }: Record<string, any>): string => headers['x-client'] ?? 'nobody';

@Injectable()
class Mail {
  @McpTool()
  readMail(): string {
    return 'read';
  }

  @McpTool()
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  sendMail(): string {
    return 'sent';
  }

  @McpTool()
  @SkipThrottle()
  ping(): string {
    return 'pong';
  }

  @McpTool()
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  async sendSlowly(context: McpContext): Promise<string> {
    await context.progress(1);
    return 'sent';
  }

  @McpResource({ uri: 'mail://inbox' })
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  inbox(): string {
    return 'empty';
  }
}

const metadata: ModuleMetadata = {
  imports: [ThrottlerModule.forRoot({ throttlers: [{ ttl: MINUTE, limit: 3 }], getTracker })],
  providers: [Mail, { provide: APP_GUARD, useClass: ThrottlerGuard }],
};
const TOO_MANY = 'ThrottlerException: Too Many Requests';

describe.each(PLATFORMS)('a global ThrottlerGuard on $platform', (platform) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    app = await bootApp(platform, metadata);
    wire = new WireClient(app);
  });

  afterAll(() => app.close());

  const call = (client: string, tool: string) => {
    const { body, headers } = modernCall(tool);
    return wire.post(body, { ...headers, 'x-client': client });
  };

  it('counts every request at the route, whatever it asks for', async () => {
    const session = await wire.openSession({ 'x-client': 'a' });
    await wire.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    await call('a', 'ping');

    const refused = [await call('a', 'ping'), await wire.post(initialize(), { 'x-client': 'a' })];

    for (const answer of refused) {
      expect(outcome(answer)).toEqual({
        status: 429,
        body: { statusCode: 429, message: TOO_MANY },
      });
      expect(answer.headers).toMatchObject({ 'retry-after': '60' });
    }
    expect(outcome(await call('b', 'ping')).status).toBe(200);
  });

  it('is told to the person by the official client', async () => {
    const client = new Client(
      { name: 'official', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const requestInit = { headers: { 'x-client': 'official' } };
    const url = new URL(`http://127.0.0.1:${wire.port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));

    const callOften = async () => {
      for (let turn = 0; turn < 4; turn += 1) await client.callTool({ name: 'ping' });
    };

    await expect(callOften()).rejects.toThrow('Too Many Requests');
    await client.close();
  });

  it('counts the calls of a tool besides, with the limit of its method', async () => {
    const [first, second] = [await call('c', 'send_mail'), await call('c', 'send_mail')];

    expect(outcome(first).body.result).toMatchObject({ content: [{ text: 'sent' }] });
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
    });
    expect(outcome(second)).toMatchObject({
      status: 200,
      body: { id: 1, result: { isError: true, content: [{ text: TOO_MANY }] } },
    });
    expect(second.headers).toMatchObject({ 'retry-after': '60' });
    expect(outcome(await call('c', 'read_mail')).body.result.isError).toBeUndefined();
  });

  it('says how many are left at the head of a stream', async () => {
    const answer = await call('d', 'send_slowly');

    expect(events(answer.text)).toMatchObject([{ method: 'notifications/progress' }, { id: 1 }]);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '1' });
  });
});

describe.each(PLATFORMS)('a ThrottlerGuard that skips the endpoint on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, metadata, { mcp: { http: { decorators: [SkipThrottle()] } } });
  });

  afterAll(() => app.close());

  it.each(ERAS)('counts the calls of each tool alone in %s', async (protocolVersion) => {
    const headers = { 'x-client': protocolVersion };
    const client = await McpTestClient.overHttp(app, { protocolVersion, headers });
    const texts: string[] = [];

    for (const tool of ['read_mail', 'ping', 'send_mail', 'ping', 'send_mail', 'ping']) {
      texts.push(resultText(await client.callTool(tool)));
    }

    expect(texts).toEqual(['read', 'pong', 'sent', 'pong', TOO_MANY, 'pong']);
  });

  it.each(ERAS)('refuses a resource of %s with an error', async (protocolVersion) => {
    const headers = { 'x-client': `reader of ${protocolVersion}` };
    const client = await McpTestClient.overHttp(app, { protocolVersion, headers });
    await client.readResource('mail://inbox');

    const refused = client.readResource('mail://inbox');

    await expect(refused).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining(TOO_MANY),
    });
  });
});

/** As the documentation has it for applications behind a proxy. */
@Injectable()
class ThrottlerBehindProxyGuard extends ThrottlerGuard {
  protected override async getTracker({ ips, ip }: Record<string, any>): Promise<string> {
    return ips.length > 0 ? ips[0] : ip;
  }
}

describe('without HTTP', () => {
  it.each([
    { guard: 'a ThrottlerGuard', useClass: ThrottlerGuard },
    { guard: 'one for applications behind a proxy', useClass: ThrottlerBehindProxyGuard },
  ])('$guard counts all calls of a tool as those of one client', async ({ useClass }) => {
    const app = await bootContext({
      imports: [ThrottlerModule.forRoot([{ ttl: MINUTE, limit: 3 }])],
      providers: [Mail, { provide: APP_GUARD, useClass }],
    });
    const clients = [await McpTestClient.inMemory(app), await McpTestClient.inMemory(app)];

    const results = [];
    for (const client of clients) results.push(await client.callTool('send_mail'));
    await app.close();

    expect(results.map(resultText)).toEqual(['sent', TOO_MANY]);
  });
});
