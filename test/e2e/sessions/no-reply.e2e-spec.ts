import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpContext, McpHooks, McpModuleOptions } from 'nest-mcp';
import { McpDispatcher, NO_REPLY } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { SseWire } from '../../support/sse-wire.js';
import { StdioBench } from '../../support/stdio-bench.js';
import type { WireAnswer } from '../../support/wire-client.js';
import { WireClient, events } from '../../support/wire-client.js';
import {
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

@Injectable()
class Nothing {}

/** Answers its own methods with nothing, one of them after it has said something. */
const hooks: McpHooks = {
  onRequest: async ({ method, params }, ctx: McpContext) => {
    if (method === 'shop/quiet' || params.name === 'quiet') return NO_REPLY;
    if (method !== 'shop/told' && params.name !== 'told') return undefined;
    await ctx.progress(1);
    return NO_REPLY;
  },
};
const EMPTY = { status: 202, text: '' };
const JSON_ONLY = { accept: 'application/json' };
const STREAM_ONLY = { accept: 'text/event-stream' };
const _meta = { progressToken: 'p' };
const shown = ({ status, text }: WireAnswer) => ({ status, text });

describe.each(PLATFORMS)('a request answered with nothing, on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  const boot = async (mcp: Partial<McpModuleOptions> = {}) => {
    app = await bootApp({ createAdapter }, { providers: [Nothing] }, { mcp: { hooks, ...mcp } });
    return new WireClient(app);
  };

  afterEach(async () => {
    expect(app.get(McpDispatcher).snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
    await app.close();
  });

  it.each([
    ['a session', {}],
    ['no session', { sessions: false }],
  ] as const)('is accepted in %s, and ends a stream that has begun', async (_which, mcp) => {
    const wire = await boot(mcp);
    const headers =
      'sessions' in mcp ? { 'mcp-protocol-version': '2025-11-25' } : await wire.openSession();

    const quiet = [
      await wire.post(legacyRequest('shop/quiet'), headers),
      await wire.post(legacyCall('quiet'), { ...headers, ...JSON_ONLY }),
      await wire.post(legacyCall('told'), { ...headers, ...JSON_ONLY }),
      await wire.post(legacyCall('quiet'), { ...headers, ...STREAM_ONLY }),
    ];
    const told = await wire.post(legacyRequest('shop/told', { _meta }), headers);

    expect(quiet.map(shown)).toEqual(quiet.map(() => EMPTY));
    expect(events(told.text).map(({ method }) => method)).toEqual(['notifications/progress']);
  });

  it('is accepted in 2026-07-28, and ends a stream that has begun', async () => {
    const wire = await boot();
    const quiet = [modernRequest('shop/quiet'), modernCall('quiet')];

    for (const { body, headers } of quiet) {
      expect(shown(await wire.post(body, headers))).toEqual(EMPTY);
    }
    const { body, headers } = modernCall('told');
    const told = await wire.post(body, headers);

    expect(events(told.text).map(({ method }) => method)).toEqual(['notifications/progress']);
  });

  it('is absent from a batch, which is accepted if nothing else is in it', async () => {
    const wire = await boot();
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'batch', version: '1' },
    };
    const opened = await wire.post(legacyRequest('initialize', params));
    const headers = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const [quiet, ping] = [
      legacyRequest('shop/quiet', {}, 'quiet'),
      legacyRequest('ping', {}, 'p'),
    ];
    const told = legacyRequest('shop/told', { _meta }, 'told');

    expect(JSON.parse((await wire.post([quiet, ping], headers)).text)).toEqual([
      { jsonrpc: '2.0', id: 'p', result: {} },
    ]);
    expect(shown(await wire.post([quiet], headers))).toEqual(EMPTY);
    const streamed = await wire.post([quiet, told, ping], headers);
    expect(
      events(streamed.text)
        .map(({ id, method }) => id ?? method)
        .toSorted(),
    ).toEqual(['notifications/progress', 'p']);
    const begun = await wire.post([quiet, told], headers);
    expect(events(begun.text).map(({ method }) => method)).toEqual(['notifications/progress']);
  });

  it('is nothing on the stream of HTTP+SSE', async () => {
    await boot({ http: { legacySse: true } });
    const sse = await SseWire.initialize(app);

    expect((await sse.post(legacyRequest('shop/quiet', {}, 'quiet'))).status).toBe(202);
    expect(await sse.ask(legacyRequest('ping', {}, 'p'))).toMatchObject({ id: 'p' });
    sse.leave();
  });
});

it('a request answered with nothing is nothing on stdio, and its id is free again', async () => {
  const stdio = (await StdioBench.open({ hooks })).read();
  await stdio.initialize();

  stdio.send({ id: 1, method: 'shop/quiet' }, { id: 2, method: 'ping' });
  expect(await stdio.messages()).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  stdio.send({ id: 1, method: 'ping' });

  expect((await stdio.messages()).at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

it('a request answered with nothing gives a direct caller nothing', async () => {
  const { bench } = await StdioBench.open({ hooks });
  const { dispatcher } = bench;

  expect(await dispatcher.handleMessage(legacyRequest('shop/quiet'))).toBeNull();
  expect(await dispatcher.request(legacyRequest('shop/quiet')).response).toBeNull();
  const memory = await MemoryWire.openOn(bench, '2025-11-25');
  expect(await memory.ask(1, 'shop/quiet')).toEqual([]);
});
