import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { McpNotificationBus } from 'nest-mcp';
import type { AddressInfo } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { StreamLab } from '../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../support/boot-app.js';
import type { StreamPeer } from './stream-peers.js';
import { STREAM_CLIENTS } from './stream-peers.js';

/** Clients wait a moment before they come back. */
jest.setTimeout(30_000);

const ENCOUNTERS = PLATFORMS.flatMap((platform) =>
  STREAM_CLIENTS.map((client) => ({ ...platform, ...client })),
);

describe.each(ENCOUNTERS)(
  'the $generation generation of the official client on $platform',
  ({ connect, createAdapter }) => {
    let app: INestApplication;
    let url: URL;
    const peers: StreamPeer[] = [];

    const open = async (sessionId?: string) => {
      const peer = await connect(url, sessionId);
      peers.push(peer);
      return peer;
    };

    beforeAll(async () => {
      app = await bootApp(
        { createAdapter },
        { providers: [StreamLab] },
        { create: { forceCloseConnections: true } },
      );
      const { port } = app.getHttpServer().address() as AddressInfo;
      url = new URL(`http://127.0.0.1:${port}/mcp`);
    });

    afterAll(async () => {
      for (const peer of peers) await peer.close();
      await app.close();
    });

    it('comes back for the answer of a call whose connection was ended', async () => {
      const peer = await open();

      expect(await peer.call('poll')).toBe('polled');
      expect(peer.errors).toEqual([]);
    });

    it('gets what was sent while it was away, in order', async () => {
      const peer = await open();
      const seen: number[] = [];
      const answer = peer.call('drive', { onprogress: ({ progress }) => seen.push(progress) });
      const { context, finish } = await app.get(StreamLab).nextDriven();
      for (let step = 1; step <= 6; step++) {
        await context.progress(step);
        if (step % 2 === 0) context.closeStream({ retryMs: 20 });
      }
      finish('done');

      expect(await answer).toBe('done');
      expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('resumes a call of a client that is gone, by its token', async () => {
      const first = await open();
      const token = new Promise<string>((resolve) => {
        void first
          .call('drive', { onresumptiontoken: resolve, onprogress: () => undefined })
          .catch(() => undefined);
      });
      const { context, finish } = await app.get(StreamLab).nextDriven();
      await context.progress(1);
      const resumptionToken = await token;
      await first.close();
      finish('worth the wait');

      const second = await open(first.id);

      expect(await second.call('drive', { resumptionToken })).toBe('worth the wait');
    });

    it('hears of changes on its GET stream', async () => {
      const peer = await open();

      app.get(McpNotificationBus).sendTo(peer.id, {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: {},
      });

      expect(await firstValueFrom(peer.notified$)).toMatchObject({
        method: 'notifications/tools/list_changed',
      });
      expect(peer.errors).toEqual([]);
    });
  },
);
