import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication, Type } from '@nestjs/common';
import type { Platform } from '../support/boot-app.js';
import { PLATFORMS, bootApp } from '../support/boot-app.js';
import { filter, firstValueFrom, map } from 'rxjs';
import type { AddressInfo } from 'node:net';
import type { McpModuleOptions } from 'nest-mcp';
import { McpNotificationBus, MemorySessionStore } from 'nest-mcp';
import { CashierService } from '../apps/approvals/cashier.service.js';
import { CautiousAuthorizer } from '../apps/approvals/cautious.authorizer.js';
import { StreamLab } from '../apps/stream-lab.js';
import type { ClientStream } from '../support/stream-client.js';
import { StreamClient, nextMessage, pushed } from '../support/stream-client.js';
import { settled } from '../support/settled.js';
import { outcome } from '../support/wire-client.js';
import { STREAM_CLIENTS } from './stream-peers.js';

/** Clients wait a moment before they come back. */
jest.setTimeout(30_000);

/** A server that is stopped and started again at the same address, with nothing kept. */
class RestartingServer {
  private constructor(
    private readonly start: (port: number) => Promise<INestApplication>,
    public app: INestApplication,
    readonly port: number,
  ) {}

  static async open(
    platform: Platform,
    providers: Type[],
    options: Partial<McpModuleOptions> = {},
  ): Promise<RestartingServer> {
    const mcp = { ...options, limits: { shutdownGraceMs: 1 } };
    // Clients may open a connection and never use it, which Node waits for when it closes a server.
    const create = { forceCloseConnections: true };
    const start = (port: number) => bootApp(platform, { providers }, { mcp, create, port });
    const app = await start(0);
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new RestartingServer(start, app, port);
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/mcp`);
  }

  async restart(): Promise<void> {
    await this.app.close();
    // A server that starts in no time would be there before clients notice that the old one is gone.
    await settled();
    this.app = await this.start(this.port);
  }
}

describe.each(PLATFORMS)('a server that starts again, on $platform', (platform) => {
  let server: RestartingServer;

  const open = async (providers: Type[], options?: Partial<McpModuleOptions>) => {
    server = await RestartingServer.open(platform, providers, options);
  };

  afterEach(() => server.app.close());

  describe.each(STREAM_CLIENTS)('for the $generation generation', ({ connect }) => {
    it('tells a client that its session is gone, and gives it another', async () => {
      await open([StreamLab]);
      const peer = await connect(server.url);
      await server.restart();

      const refused = await peer.call('poll').catch((error: unknown) => error);
      await peer.close();
      const again = await connect(server.url);

      expect(statusOf(refused)).toBe(404);
      expect(again.id).not.toBe(peer.id);
      expect(await again.call('poll')).toBe('polled');
      await again.close();
    });

    it('goes on with a session that is in a store, and its client notices nothing', async () => {
      await open([StreamLab], { sessions: { store: new MemorySessionStore() } });
      const peer = await connect(server.url);
      const push = (n: number) => server.app.get(McpNotificationBus).sendTo(peer.id, pushed(n));
      const numbers = peer.notified$.pipe(map(({ params }) => params?.n));
      push(1);
      await firstValueFrom(numbers);

      await server.restart();

      expect(await peer.call('poll')).toBe('polled');
      push(2);
      expect(await firstValueFrom(numbers.pipe(filter((n) => n !== 1)))).toBe(2);
      await peer.close();
    });

    it('tells the GET stream that comes back the same, and the client reports it', async () => {
      await open([StreamLab]);
      const peer = await connect(server.url);
      server.app.get(McpNotificationBus).sendTo(peer.id, pushed(1));
      await firstValueFrom(peer.notified$);

      await server.restart();

      const isNotFound = filter(({ message }: Error) => message.includes('Not Found'));
      await expect(firstValueFrom(peer.errors$.pipe(isNotFound))).resolves.toBeInstanceOf(Error);
      await peer.close();
    });
  });

  it('is not noticed by a client of 2026-07-28', async () => {
    await open([StreamLab]);
    const client = await connectModern(server.url);
    const call = () => client.callTool({ name: 'poll', arguments: {} });
    await call();

    await server.restart();

    expect(await call()).toMatchObject({ content: [{ text: 'polled' }] });
    await client.close();
  });

  it('ends listens of 2026-07-28 gracefully, and the client listens again', async () => {
    await open([StreamLab]);
    const client = await connectModern(server.url);
    const first = await client.listen({ toolsListChanged: true });

    await server.restart();

    expect(await first.closed).toBe('graceful');
    const second = await client.listen({ toolsListChanged: true });
    expect(second.honoredFilter).toEqual({ toolsListChanged: true });
    await second.close();
    await client.close();
  });

  it('knows no event of before', async () => {
    await open([StreamLab]);
    const before = await StreamClient.open(server.app);
    const { call, ...stream } = await before.drive();
    const { id = 'none' } = await nextMessage(stream);
    const standalone: ClientStream = await before.get();
    before.push(1);
    const { id: pushedId = 'none' } = await nextMessage(standalone);

    await server.restart();

    const after = await StreamClient.open(server.app);
    const answers = [
      await before.getOnce(id),
      await after.getOnce(id),
      await after.getOnce(pushedId),
    ];
    expect(call.context.signal.aborted).toBe(true);
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400]);
    expect(answers.map(outcome)).toMatchObject(answers.map(() => ({ body: { jsonrpc: '2.0' } })));
  });

  describe('while a person is asked', () => {
    const ask = async (requestStateSecrets?: readonly string[]) => {
      await open([CashierService, CautiousAuthorizer], {
        authorizer: CautiousAuthorizer,
        ...(requestStateSecrets && { requestStateSecrets }),
      });
      const client = await connectModern(server.url, () => server.restart());
      const paid = await client
        .callTool({ name: 'pay', arguments: { euros: 5 } })
        .catch((error: unknown) => error);
      await client.close();
      return paid;
    };

    it('takes the answer where it knows the secret', async () => {
      expect(await ask(['a secret of at least thirty-two bytes'])).toMatchObject({
        content: [{ text: 'paid 5' }],
      });
      expect(server.app.get(CashierService).payments).toEqual([5]);
    });

    it('refuses it where it has a new one, and pays nothing', async () => {
      expect(await ask()).toMatchObject({ code: -32602 });
      expect(server.app.get(CashierService).payments).toEqual([]);
    });
  });
});

/** The official client in the modern era; `answering` runs before a person agrees. */
async function connectModern(url: URL, answering = async () => {}): Promise<Client> {
  const client = new Client(
    { name: 'modern', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async () => {
    await answering();
    return { action: 'accept', content: { approve: true } };
  });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

/** Each generation has the status in a place of its own. */
function statusOf(error: unknown): unknown {
  const { code, data } = error as { code: unknown; data?: { status: unknown } };
  return data?.status ?? code;
}
