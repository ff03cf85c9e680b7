import { jest } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpContext, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { McpDispatcher } from '../../src/dispatch/mcp-dispatcher.js';
import { deferred } from '../../src/protocol/deferred.js';
import { ServedRevisions } from '../../src/protocol/revisions/served-revisions.js';
import { MemoryTransport } from '../../src/transports/memory/memory-transport.js';
import { bootApp, ERAS, PLATFORMS } from '../support/boot-app.js';
import { createBench } from '../support/dispatcher-bench.js';
import { ModernPeer } from '../support/modern-peer.js';
import { ALL_REVISIONS } from '../support/revisions.js';
import { StdioProcess } from '../support/stdio-process.js';
import { legacyRequest } from '../support/wire-messages.js';
import { unheardReports } from '../support/unheard-reports.js';
import { witness } from './tapped.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const call = legacyRequest('tools/call', { name: 'work' });

/** A call answered with nothing, which no revision allows. */
const BROKEN = { jsonrpc: '2.0', id: 1, result: {} };

const caughtBy = (tap: string) => [
  expect.stringMatching(
    new RegExp(`result of tools/call in .*, seen by ${tap}:[^]*must have required property`),
  ),
];

@Injectable()
class Worker {
  @McpTool()
  async work(ctx: McpContext): Promise<string> {
    await ctx.progress(1);
    return 'done';
  }
}

it('judges by the official schemas, which npm has installed', () => {
  expect(witness.isBlind).toBe(false);
});

describe.each(PLATFORMS)('the taps of a server on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, { providers: [Worker] });
  });

  afterAll(() => app.close());

  it.each(ALL_REVISIONS)('see JSON over HTTP in %s', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const before = witness.count('http-json');
    await client.listTools();

    expect(witness.count('http-json')).toBe(before + 1);
    await client.close();
  });

  it.each(ERAS)('see each event over HTTP in %s', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const before = witness.count('http-sse');
    await client.request('tools/call', { name: 'work', _meta: { progressToken: 'p' } });

    expect(witness.count('http-sse')).toBe(before + 2);
    await client.close();
  });

  it.each(ERAS)('see messages in memory in %s', async (protocolVersion) => {
    const client = await McpTestClient.inMemory(app, { protocolVersion });
    const before = witness.count('memory');
    await client.request('tools/call', { name: 'work', _meta: { progressToken: 'p' } });

    expect(witness.count('memory')).toBe(before + 2);
    await client.close();
  });
});

/** A server that answers so, and what to post to it. */
async function serve(answer: RequestListener) {
  const server: Server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (path: string, message?: object, headers = {}): Promise<void> => {
    const response = await fetch(url + path, {
      ...(message && { method: 'POST', body: JSON.stringify(message) }),
      headers: { connection: 'close', ...headers },
    });
    await response.text();
  };
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { send, close };
}

const handshake = {
  jsonrpc: '2.0',
  id: 0,
  result: {
    protocolVersion: '2024-11-05',
    capabilities: {},
    serverInfo: { name: 'test', version: '1' },
  },
};

const event = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`;

describe('a broken message', () => {
  /** What a server that answers a call so is caught at. */
  async function overHttp(answer: RequestListener): Promise<readonly string[]> {
    const { send, close } = await serve(answer);
    await send('/', call);
    await close();
    return witness.take();
  }

  it('is caught in JSON over HTTP', async () => {
    const caught = await overHttp((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(BROKEN)),
    );

    expect(caught).toEqual(caughtBy('http-json'));
  });

  it('is caught in JSON over HTTP that came in pieces', async () => {
    const caught = await overHttp((_request, response) => {
      response.setHeader('content-type', 'application/json');
      const bytes = Buffer.from(JSON.stringify(BROKEN));
      response.write(bytes.subarray(0, 9));
      response.end(bytes.subarray(9));
    });

    expect(caught).toEqual(caughtBy('http-json'));
  });

  it('is caught without jsonrpc over HTTP', async () => {
    const caught = await overHttp((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 1, result: { content: [] } })),
    );

    expect(caught).toEqual([expect.stringContaining("must have required property 'jsonrpc'")]);
  });

  it('is caught in an event over HTTP', async () => {
    const caught = await overHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': keep-alive\n\nevent: message\nda');
      response.end(`ta: ${JSON.stringify(BROKEN)}\n\n`);
    });

    expect(caught).toEqual(caughtBy('http-sse'));
  });

  it('is caught on another stream of its session', async () => {
    const session = { 'mcp-session-id': 'session-1' };
    const { send, close } = await serve(({ method, headers }, response) => {
      if (method === 'GET') {
        response.setHeader('content-type', 'text/event-stream');
        response.end(event('message', JSON.stringify(BROKEN)));
      } else if (headers['mcp-session-id'] === undefined) {
        response.writeHead(200, { 'content-type': 'application/json', ...session });
        response.end(JSON.stringify(handshake));
      } else response.writeHead(202).end();
    });
    await send('/', legacyRequest('initialize', {}, 0));
    await send('/', call, session);
    await send('/', undefined, session);
    await close();

    expect(witness.take()).toEqual(caughtBy('http-sse'));
  });

  it('is caught on a stream of HTTP+SSE', async () => {
    const opened = deferred<ServerResponse>();
    const answers = [handshake, BROKEN];
    const { send, close } = await serve(async ({ method }, response) => {
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event('endpoint', '/messages?sessionId=1'));
        return opened.resolve(response);
      }
      response.writeHead(202).end();
      const stream = await opened.promise;
      stream.write(event('message', JSON.stringify(answers.shift())));
      return answers.length === 0 ? stream.end() : undefined;
    });
    const streaming = send('/sse');
    await opened.promise;
    await send('/messages?sessionId=1', legacyRequest('initialize', {}, 0));
    await send('/messages?sessionId=1', call);
    await streaming;
    await close();

    expect(witness.take()).toEqual([
      expect.stringContaining('result of tools/call in 2024-11-05, seen by http-sse'),
    ]);
  });

  it('is not looked for in what is no answer to JSON-RPC', async () => {
    const caught = await overHttp((_request, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"who?"}'),
    );

    expect(caught).toEqual([]);
  });

  it('is caught in memory', async () => {
    const dispatcher = {
      isInFlight: () => false,
      dispatch: () => Promise.resolve({ id: 1, result: {} }),
      cancelAll: () => undefined,
      forget: () => undefined,
    } as unknown as McpDispatcher;
    const transport = new MemoryTransport({
      dispatcher,
      revisions: new ServedRevisions(),
      limits: { maxBatch: 1 },
      reports: unheardReports(),
      logger: new Logger(),
      nextId: () => 'link',
    });
    const link = transport.connect();
    await link.send(legacyRequest('initialize'));

    expect(witness.take()).toEqual([expect.stringMatching(/result of initialize .* memory/)]);
    link.close();
  });

  it.each(['handleMessage', 'request'] as const)('is caught by %s', async (form) => {
    const { dispatcher } = await createBench();
    dispatcher.run = () => Promise.resolve({ id: 1, result: {} });
    if (form === 'request') await dispatcher.request(call).response;
    else await dispatcher.handleMessage(call);

    expect(witness.take()).toEqual(caughtBy('direct'));
  });

  it('is caught where it is pushed', async () => {
    const { dispatcher, bus } = await createBench();
    const subscription = dispatcher.connect().subscribe();
    bus.broadcast({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progress: 1 },
    });

    expect(witness.take()).toEqual([
      expect.stringMatching(/notifications\/progress in .*, seen by direct/),
    ]);
    subscription.unsubscribe();
  });

  it('is caught where a transport asks the dispatcher', async () => {
    const bench = await createBench();
    bench.dispatcher.run = () =>
      Promise.resolve({ id: 1, result: { content: [], resultType: 'complete', isError: 'no' } });
    await new ModernPeer(bench).call('work');

    expect(witness.take()).toEqual([
      expect.stringMatching(/tools\/call in 2026-07-28, seen by dispatch:\n +CallToolResult/),
    ]);
  });

  it('is caught on the way to the client of a dispatched call', async () => {
    const bench = await createBench();
    bench.dispatcher.run = ({ context }) => {
      void context.outlet.send({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
      return Promise.resolve(null);
    };
    await new ModernPeer(bench).call('work');

    expect(witness.take()).toEqual([expect.stringContaining('seen by dispatch')]);
  });

  it.each([
    ['a result', JSON.stringify(BROKEN), 'result of tools/call in 2025-11-25, seen by stdio'],
    ['noise', 'hello', 'it is no object'],
  ])('is caught on standard output: %s', async (_what, line, message) => {
    const script = `process.stdin.once('data', () => console.log(${JSON.stringify(line)}))`;
    const child = spawn(process.execPath, ['-e', script]);
    child.stdout.resume();
    child.stdin.end(`${JSON.stringify(call)}\n`);
    await once(child, 'close');

    expect(witness.take()).toEqual([expect.stringContaining(message)]);
  });
});

it('the tap of processes sees a stdio server', async () => {
  const before = witness.count('stdio');
  const server = await StdioProcess.start('test/apps/stdio/main.js');
  await server.initialize();
  server.end();
  await server.exited;

  expect(witness.count('stdio')).toBe(before + 1);
});
