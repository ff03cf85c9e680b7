import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { inspect } from './inspect.js';
import { serveSsePeers } from './serve-sse-peers.js';

/** Processes take their time to start on a busy machine, and the first run installs the Inspector. */
jest.setTimeout(120_000);

describe.each(['legacy', 'auto'] as const)('the Inspector over HTTP+SSE, era %s', (era) => {
  let app: INestApplication;
  let target: readonly string[];

  beforeAll(async () => {
    const server = await serveSsePeers();
    app = server.app;
    target = [server.url.href, '--transport', 'sse'];
  });

  afterAll(() => app.close());

  it('calls a tool in the newest revision there is', async () => {
    const request = ['tools/call', '--tool-name', 'describe_call', '--tool-args-json', '{}'];

    const { exitCode, result } = await inspect(target, era, request);

    const call = { protocolVersion: '2025-11-25', transport: 'http', client: 'inspector-cli' };
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ content: [{ type: 'text', text: JSON.stringify(call) }] });
  });

  it('finds no tool schema that is wrong', async () => {
    const { exitCode, result, complaint } = await inspect(target, era, ['tools/list', '--strict']);

    expect(result?.tools).toContainEqual(expect.objectContaining({ name: 'search_books' }));
    expect(complaint).toMatch(/\b0 errors\b/);
    expect(exitCode).toBe(0);
  });

  it('reads a resource', async () => {
    const uri = 'bookshop://orders/BS-100042';

    const { result } = await inspect(target, era, ['resources/read', '--uri', uri]);

    expect(result?.contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
  });
});
