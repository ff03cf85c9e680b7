import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { McpNotificationBus } from 'nest-mcp';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { firstValueFrom, map, take, toArray } from 'rxjs';
import { StreamLab } from '../apps/stream-lab.js';
import { BlackholeProxy } from '../support/blackhole-proxy.js';
import { PLATFORMS, bootApp } from '../support/boot-app.js';
import { pushed } from '../support/stream-client.js';
import type { StreamPeer } from './stream-peers.js';
import { STREAM_CLIENTS } from './stream-peers.js';

/** Clients wait a moment before they come back. */
jest.setTimeout(30_000);

const KILOBYTE = 'x'.repeat(1024);

describe.each(PLATFORMS)('a connection that falls silent, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let proxy: BlackholeProxy;
  let lab: StreamLab;
  /** Requests and their responses, in the order of arrival. */
  let exchanges: { readonly method: string; readonly response: ServerResponse }[];

  const url = () => new URL(`http://127.0.0.1:${proxy.port}/mcp`);

  beforeEach(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [StreamLab] },
      {
        mcp: { limits: { shutdownGraceMs: 1, maxBufferedBytes: 64 * 1024 * 1024 } },
        create: { forceCloseConnections: true },
      },
    );
    proxy = await BlackholeProxy.open(app);
    lab = app.get(StreamLab);
    exchanges = [];
    const server = app.getHttpServer() as Server;
    server.on('request', ({ method }: IncomingMessage, response: ServerResponse) => {
      exchanges.push({ method: String(method), response });
    });
  });

  afterEach(async () => {
    await proxy.close();
    await app.close();
  });

  const closed = async ({ response }: { response: ServerResponse }) => {
    if (!response.closed) await once(response, 'close');
  };

  describe.each(STREAM_CLIENTS)('for the $generation generation', ({ connect }) => {
    /** A client whose GET stream is open, as the first notification proves. */
    async function open(): Promise<StreamPeer> {
      const peer = await connect(url());
      push(peer, 0);
      await firstValueFrom(peer.notified$);
      return peer;
    }

    const push = (peer: StreamPeer, n: number) =>
      app.get(McpNotificationBus).sendTo(peer.id, pushed(n));

    /** A call whose client has heard the first report. */
    async function drive(peer: StreamPeer) {
      const seen: number[] = [];
      let tell: () => void = () => undefined;
      const heard = new Promise<void>((resolve) => {
        tell = resolve;
      });
      const onprogress = ({ progress }: { progress: number }) => {
        seen.push(progress);
        tell();
      };
      const answer = peer.call('drive', { onprogress });
      const { context, finish } = await lab.nextDriven();
      await context.progress(1);
      await heard;
      return { seen, answer, context, finish };
    }

    it.each([
      ['little', 5],
      ['more than fits in its buffers', 40],
    ])('loses nothing of a call, when it misses %s', async (much, last) => {
      const message = much === 'little' ? 'step' : KILOBYTE.repeat(512);
      const peer = await open();
      const { seen, answer, context, finish } = await drive(peer);
      const dead = exchanges.findLast(({ method }) => method === 'POST')!;

      proxy.swallow();
      for (let step = 2; step <= last; step++) void context.progress(step, { message });
      proxy.tellClients();
      while (exchanges.filter(({ method }) => method === 'GET').length < 3) {
        await once(app.getHttpServer() as Server, 'request');
      }
      await closed(dead);
      await context.progress(last + 1);
      finish('done');

      expect(await answer).toBe('done');
      expect(seen).toEqual(Array.from({ length: last + 1 }, (_, index) => index + 1));
      await peer.close();
    });

    it('loses nothing of what belongs to no call', async () => {
      const peer = await open();
      const dead = exchanges.find(({ method }) => method === 'GET')!;

      proxy.swallow();
      for (let n = 1; n <= 5; n++) push(peer, n);
      proxy.tellClients();
      await closed(dead);
      push(peer, 6);

      const numbers$ = peer.notified$.pipe(
        map(({ params }) => params?.n),
        take(7),
        toArray(),
      );
      expect(await firstValueFrom(numbers$)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      await peer.close();
    });
  });
});
