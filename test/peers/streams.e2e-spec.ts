import { jest } from '@jest/globals';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpNotificationBus } from 'nest-mcp';
import { StreamLab } from '../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../support/boot-app.js';

/** Clients wait a moment before they come back. */
jest.setTimeout(30_000);

const RECONNECT = {
  initialReconnectionDelay: 10,
  maxReconnectionDelay: 50,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 5,
};

interface CallOptions {
  readonly onresumptiontoken?: (token: string) => void;
  readonly resumptionToken?: string;
  readonly onprogress?: (progress: { progress: number }) => void;
}

/** What both generations of the official client can do. */
interface StreamPeer {
  call(name: string, options?: CallOptions): Promise<unknown>;
  /** Resolves when the list of tools has changed. */
  readonly listChanged: Promise<void>;
  readonly errors: Error[];
  close(): Promise<void>;
}

const textOf = (result: unknown): unknown =>
  (result as { content: [{ text: string }] }).content[0].text;

async function connectV1(url: URL, sessionId?: string): Promise<StreamPeer & { id: string }> {
  const transport = new TransportV1(url, {
    reconnectionOptions: RECONNECT,
    ...(sessionId && { sessionId }),
  });
  const client = new ClientV1({ name: 'v1', version: '1.0.0' });
  const errors: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => errors.push(error) });
  let tell: () => void = () => undefined;
  const listChanged = new Promise<void>((resolve) => {
    tell = resolve;
  });
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === 'notifications/tools/list_changed') tell();
  };
  await client.connect(transport);
  return {
    errors,
    listChanged,
    id: String(transport.sessionId),
    call: async (name, options = {}) =>
      textOf(
        await client.request(
          { method: 'tools/call', params: { name, arguments: {} } },
          CallToolResultSchema,
          options,
        ),
      ),
    close: () => client.close(),
  };
}

async function connectV2(url: URL, sessionId?: string): Promise<StreamPeer & { id: string }> {
  const transport = new TransportV2(url, {
    reconnectionOptions: RECONNECT,
    ...(sessionId && { sessionId }),
  });
  const client = new ClientV2({ name: 'v2', version: '1.0.0' });
  const errors: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => errors.push(error) });
  let tell: () => void = () => undefined;
  const listChanged = new Promise<void>((resolve) => {
    tell = resolve;
  });
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === 'notifications/tools/list_changed') tell();
  };
  await client.connect(transport);
  return {
    errors,
    listChanged,
    id: String(transport.sessionId),
    call: async (name, options = {}) =>
      textOf(await client.callTool({ name, arguments: {} }, options)),
    close: () => client.close(),
  };
}

describe.each([
  { generation: 'first', connect: connectV1 },
  { generation: 'second', connect: connectV2 },
])('the $generation generation of the official client', ({ connect }) => {
  let app: INestApplication;
  let url: URL;
  const peers: StreamPeer[] = [];

  const open = async (sessionId?: string) => {
    const peer = await connect(url, sessionId);
    peers.push(peer);
    return peer;
  };

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0]!, { providers: [StreamLab] });
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

    await expect(peer.listChanged).resolves.toBeUndefined();
    expect(peer.errors).toEqual([]);
  });
});
