import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import {
  McpContext,
  type McpHooks,
  McpNotificationBus,
  McpResource,
  McpSessions,
  McpTool,
} from 'nest-mcp';
import { Subject } from 'rxjs';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { settled } from '../../support/settled.js';
import { SseWire } from '../../support/sse-wire.js';
import { StreamClient } from '../../support/stream-client.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyCall, modernCall, modernRequest } from '../../support/wire-messages.js';

const URI = 'shop://prices';

@Injectable()
class Prices {
  @McpResource({ uri: URI })
  prices(): string {
    return 'low';
  }

  @McpTool()
  who(ctx: McpContext): string {
    return JSON.stringify(ctx.tags);
  }
}

/** The tenant that a proxy put into a header. */
const tags = ({ headers }: IncomingMessage) => {
  const { 'x-tenant': tenant } = headers;
  if (tenant === 'unknown') throw new Error('no such tenant');
  return { tenant: tenant as string | undefined };
};

const sale$ = new Subject<string>();
const hooks: McpHooks = {
  onInit: (_client, ctx) => {
    ctx.subscribe(sale$, () => ctx.notify('notifications/resources/updated', { uri: URI }));
  },
};

describe.each(PLATFORMS)('tenants over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let bus: McpNotificationBus;

  beforeEach(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Prices] },
      { mcp: { http: { tags, legacySse: true }, hooks } },
    );
    bus = app.get(McpNotificationBus);
  });
  afterEach(() => app.close());

  const of = (tenant: string) => ({ 'x-tenant': tenant });
  const subscribe = {
    jsonrpc: '2.0',
    id: 9,
    method: 'resources/subscribe',
    params: { uri: URI },
  };
  const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

  async function openSession(tenant: string) {
    const client = await StreamClient.open(app, { headers: of(tenant) });
    await client.wire.post(INITIALIZED, client.headers);
    await client.wire.post(subscribe, client.headers);
    return client;
  }

  async function openSse(tenant: string) {
    const wire = await SseWire.initialize(app, { headers: of(tenant) });
    await wire.post(INITIALIZED);
    await wire.ask(subscribe);
    return wire;
  }

  async function openListen(tenant: string) {
    const filter = { toolsListChanged: true, resourceSubscriptions: [URI] };
    const { body, headers } = modernRequest('subscriptions/listen', { notifications: filter });
    const all = { ...headers, ...of(tenant) };
    const { response, leave } = await new WireClient(app).open('POST', all, body);
    const reader = new EventReader(response);
    await reader.next();
    return { next: () => reader.next(), leave };
  }

  it('are told apart on every way to the server', async () => {
    const clients = await Promise.all(
      ['a', 'b'].map(async (tenant) => {
        const session = await openSession(tenant);
        const [stream, sse, listen] = [
          await session.get(),
          await openSse(tenant),
          await openListen(tenant),
        ];
        return { stream, sse, listen };
      }),
    );
    const [a, b] = clients as [(typeof clients)[0], (typeof clients)[0]];
    bus.resourceUpdated(URI, { where: { tenant: 'a' } });
    bus.listChanged('tools', { where: { tenant: 'b' } });
    await settled();

    const methodsOf = async (one: typeof a) =>
      (await Promise.all([one.stream.reader.next(), one.sse.next(), one.listen.next()])).map(
        (message) => (message as { method: string }).method,
      );
    expect(await methodsOf(a)).toEqual(Array(3).fill('notifications/resources/updated'));
    expect(await methodsOf(b)).toEqual(Array(3).fill('notifications/tools/list_changed'));
    expect(app.get(McpSessions).count({ where: { tenant: 'a' } })).toBe(2);
    for (const { stream, sse, listen } of clients) [stream, sse, listen].map((one) => one.leave());
  });

  it('are those of the request that opened a session, whatever a later one says', async () => {
    const client = await openSession('a');
    const answer = await client.wire.post(legacyCall('who'), { ...client.headers, ...of('b') });

    expect(answer.text).toContain('{\\"tenant\\":\\"a\\"}');
    expect(app.get(McpSessions).list({ where: { tenant: 'b' } })).toEqual([]);
  });

  it('are those of each request of 2026-07-28', async () => {
    const { body, headers } = modernCall('who');
    const answers = await Promise.all(
      ['a', 'b'].map((tenant) => new WireClient(app).post(body, { ...headers, ...of(tenant) })),
    );

    expect(answers.map(({ text }) => /tenant\W+(\w)/.exec(text)?.[1])).toEqual(['a', 'b']);
  });

  it('that cannot be told are not served, and not told why', async () => {
    const { body, headers } = modernRequest('subscriptions/listen', { notifications: {} });
    const listen = await new WireClient(app).post(body, { ...headers, ...of('unknown') });
    const session = await new WireClient(app).openSession(of('unknown'));

    expect(listen.text).toContain('-32603');
    expect(session['mcp-session-id']).toBe('undefined');
    expect(listen.text).not.toContain('no such tenant');
    expect(app.get(McpSessions).size).toBe(0);
  });

  describe('what is listened to for a client', () => {
    const telling = async (next: () => Promise<unknown>) => {
      sale$.next('x');
      expect(await next()).toMatchObject({ method: 'notifications/resources/updated' });
      expect(sale$.observed).toBe(true);
    };
    const letGo = async () => {
      while (sale$.observed) await settled();
    };

    it('is told on the GET stream, and let go by DELETE', async () => {
      const client = await openSession('a');
      const { reader } = await client.get();
      await telling(() => reader.next());
      await client.wire.send('DELETE', client.headers);

      expect(sale$.observed).toBe(false);
    });

    it('is told on the stream of HTTP+SSE, and let go when it is cut', async () => {
      const sse = await openSse('a');
      await telling(() => sse.next());
      sse.leave();

      await letGo();
    });

    it('is told to a listen, and let go when its client leaves', async () => {
      const listen = await openListen('a');
      await telling(() => listen.next());
      listen.leave();

      await letGo();
    });

    it('is let go when the server stops', async () => {
      await openSession('a');
      await openSse('a');
      await openListen('a');
      expect(sale$.observed).toBe(true);
      await app.close();

      expect(sale$.observed).toBe(false);
    });
  });
});
