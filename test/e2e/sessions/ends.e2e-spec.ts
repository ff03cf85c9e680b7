import type { INestApplication } from '@nestjs/common';
import type { McpHooks, McpModuleOptions, McpSession, SessionEndReason } from 'nest-mcp';
import { McpDispatcher, McpException, McpSessions } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { StreamLab } from '../../apps/stream-lab.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';
import { SseWire } from '../../support/sse-wire.js';
import { StreamClient, nextMessage } from '../../support/stream-client.js';
import { WireClient, outcome, read } from '../../support/wire-client.js';
import {
  initialize,
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

const CLOSED = { code: -32603, message: 'closing time' };
const ping = legacyRequest('ping');
const LACKING = { requiredCapabilities: { sampling: {} } };
const refuse = (thrown: McpException): never => {
  throw thrown;
};

describe.each(PLATFORMS)('the end of a session, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let ends: SessionEndReason[];
  /** Resolves when the application has been told of an end. */
  let ended: Promise<void>;

  const boot = async (hooks: McpHooks = {}, more: Partial<McpModuleOptions> = {}) => {
    const told = deferred<void>();
    ends = [];
    ended = told.promise;
    const onTerminate = (reason: SessionEndReason): void => {
      ends.push(reason);
      told.resolve();
    };
    app = await bootApp(
      { createAdapter },
      { providers: [StreamLab, Workshop] },
      {
        mcp: { hooks: { onTerminate, ...hooks }, http: { legacySse: true }, ...more },
        create: { forceCloseConnections: true },
      },
    );
  };
  const only = (): McpSession => app.get(McpSessions).list()[0] as McpSession;

  afterEach(() => app.close());

  it.each([
    ['stop()', (): void => only().stop('closing time'), 'stopped', CLOSED],
    [
      'a hook that fails',
      (): void => void only().send('x'),
      'failed',
      { code: -32603, message: 'The session failed' },
    ],
  ] as const)(
    'by %s answers what waits, and ends every stream',
    async (_how, end, reason, error) => {
      await boot({
        onEvent: () => {
          throw new Error('secret');
        },
      });
      const client = await StreamClient.open(app);
      const get = await client.get();
      const streaming = await client.drive(1);
      const waiting = client.wire.post(legacyCall('hold', {}, 2), client.headers);
      await app.get(Workshop).nextHeld();

      end();

      expect(outcome(await waiting)).toEqual({
        status: 200,
        body: { jsonrpc: '2.0', id: 2, error },
      });
      expect(await streaming.reader.next()).toHaveProperty('params.progress', 1);
      expect(await streaming.reader.next()).toEqual({ jsonrpc: '2.0', id: 1, error });
      expect(await streaming.reader.next()).toBeUndefined();
      expect(await get.reader.next()).toBeUndefined();
      expect(outcome(await client.wire.post(ping, client.headers)).status).toBe(404);
      await settled();
      expect([ends, app.get(McpSessions).size]).toEqual([[reason], 0]);
      expect(app.get(McpDispatcher).snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
    },
  );

  it('by a tool of its own is told to the client of that tool', async () => {
    await boot();
    const client = await StreamClient.open(app);
    const { reader, call } = await client.drive(1);

    call.context.stop('closing time');

    await nextMessage({ reader } as never);
    expect(await reader.next()).toEqual({ jsonrpc: '2.0', id: 1, error: CLOSED });
    expect(await reader.next()).toBeUndefined();
    await ended;
    expect(ends).toEqual(['stopped']);
  });

  it('by DELETE is told once', async () => {
    await boot();
    const wire = new WireClient(app);
    const session = await wire.openSession();

    expect((await wire.send('DELETE', session)).status).toBe(204);
    expect((await wire.send('DELETE', session)).status).toBe(404);
    await settled();

    expect(ends).toEqual(['deleted']);
  });

  it('by DELETE aborts what runs, whose streams end without an answer', async () => {
    await boot();
    const client = await StreamClient.open(app);
    const get = await client.get();
    const { reader, call } = await client.drive(1);

    await client.wire.send('DELETE', client.headers);

    await nextMessage({ reader } as never);
    expect([await reader.next(), await get.reader.next()]).toEqual([undefined, undefined]);
    await settled();
    expect([call.context.signal.aborted, ends]).toEqual([true, ['deleted']]);
  });

  it('by expiry is told once', async () => {
    await boot({}, { limits: { sessionIdleMs: 20 } });
    await new WireClient(app).openSession();

    await ended;

    expect([ends, app.get(McpSessions).size]).toEqual([['expired'], 0]);
  });

  it('by the end of the server is told once, and waited for', async () => {
    const told: string[] = [];
    await boot({
      onTerminate: async (reason) => {
        await settled();
        told.push(reason);
      },
    });
    await new WireClient(app).openSession();
    await SseWire.initialize(app);

    await app.close();

    expect(told).toEqual(['shutdown', 'shutdown']);
  });

  it('is told of a stream of HTTP+SSE that its client left', async () => {
    await boot();
    const wire = await SseWire.initialize(app);

    wire.leave();
    await ended;

    expect(ends).toEqual(['disconnected']);
  });

  it('by stop() answers what waits on a stream of HTTP+SSE, and ends it', async () => {
    await boot();
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold', {}, 2));
    await app.get(Workshop).nextHeld();

    only().stop('closing time');

    expect(await wire.next()).toEqual({ jsonrpc: '2.0', id: 2, error: CLOSED });
    expect(await wire.next()).toBeUndefined();
    await settled();
    expect([ends, (await wire.post(ping)).status]).toEqual([['stopped'], 404]);
  });

  it('that never began leaves nothing', async () => {
    await boot({ onInit: () => ({ error: 'closed today' }) });
    const wire = new WireClient(app);

    const answer = await wire.post(initialize());
    const sse = await SseWire.connect(app);
    const refused = await sse.ask(initialize('sse'));

    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    expect([outcome(answer).body, refused]).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'closed today' } },
      { jsonrpc: '2.0', id: 'sse', error: { code: -32603, message: 'closed today' } },
    ]);
    sse.leave();
    await settled();
    expect([ends, app.get(McpSessions).size]).toEqual([[], 0]);
  });

  it('that its hook never lets begin leaves nothing, and keeps nobody waiting', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    await boot({ onInit: hangs }, { limits: { callbackTimeoutMs: 20 } });
    const wire = new WireClient(app);
    const sse = await SseWire.connect(app);

    const answer = await wire.post(initialize());
    const timedOut = await sse.ask(initialize('sse'));

    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    expect(outcome(answer).body.error.data).toMatchObject({ error: 'callback_timeout' });
    expect(timedOut).toHaveProperty('error.data.error', 'callback_timeout');
    expect(app.get(McpSessions).size).toBe(0);
    sse.leave();
  });
});

describe.each(PLATFORMS)('requests without a session, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let told: unknown[];

  const boot = async (onInit?: McpHooks['onInit']) => {
    told = [];
    const hooks: McpHooks = { onInit, onTerminate: (reason) => void told.push(reason) };
    app = await bootApp(
      { createAdapter },
      { providers: [StreamLab, Workshop] },
      { mcp: { hooks, sessions: false }, create: { forceCloseConnections: true } },
    );
    return new WireClient(app);
  };
  const VERSION = { 'mcp-protocol-version': '2025-11-25' };

  afterEach(() => app.close());

  it('are each a session of its own, and the handshake knows its client', async () => {
    const begun: unknown[] = [];
    const wire = await boot((clientInfo, ctx) => {
      begun.push([clientInfo.name, ctx.protocolVersion, ctx.sessionId]);
    });

    await wire.post(initialize());
    await wire.post(legacyRequest('tools/list'), VERSION);
    await wire.post(ping, VERSION);
    await settled();

    expect(begun).toEqual([
      ['wire', '2025-11-25', undefined],
      [undefined, '2025-11-25', undefined],
    ]);
    expect(told).toEqual(['completed', 'completed']);
  });

  it('may be refused', async () => {
    const wire = await boot(() => ({ error: 'closed today' }));

    const answers = [
      await wire.post(initialize()),
      await wire.post(legacyRequest('tools/list'), VERSION),
      await wire.post(legacyCall('hold'), VERSION),
    ];

    expect(answers.map((answer) => outcome(answer).body.error)).toEqual(
      answers.map(() => ({ code: -32603, message: 'closed today' })),
    );
    expect(told).toEqual([]);
  });

  it.each([
    ['words', () => ({ error: 'closed today' }), 200, { code: -32603, message: 'closed today' }],
    [
      'an error of its own',
      () => refuse(new McpException(1403, 'not you', { why: 1 })),
      200,
      { code: 1403, message: 'not you', data: { why: 1 } },
    ],
    [
      'what the client lacks',
      () => refuse(new McpException(-32021, 'no model', LACKING)),
      400,
      { code: -32021, message: 'no model', data: LACKING },
    ],
  ])('of 2026-07-28 may be refused with %s', async (_what, onInit, status, error) => {
    const wire = await boot(onInit);
    const requests = [modernRequest('tools/list'), modernCall('hold')];

    for (const { body, headers } of requests) {
      const expected = { status, body: { jsonrpc: '2.0', id: 1, error } };

      expect(outcome(await wire.post(body, headers))).toEqual(expected);
    }
    await settled();
    expect(told).toEqual([]);
    expect(app.get(McpDispatcher).snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it('may be stopped by their tool', async () => {
    const wire = await boot();
    const answering = wire.post(legacyCall('drive'), VERSION);
    const { context } = await app.get(StreamLab).nextDriven();

    context.stop('closing time');

    expect(outcome(await answering).body).toEqual({ jsonrpc: '2.0', id: 1, error: CLOSED });
    await settled();
    expect(told).toEqual(['stopped']);
  });

  it('are over when their client leaves', async () => {
    const wire = await boot();
    const opening = wire.open('POST', VERSION, legacyCall('drive'));
    const { context } = await app.get(StreamLab).nextDriven();
    await context.progress(1);
    const { response, leave } = await opening;
    response.on('error', () => undefined);

    const aborted = new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    leave();
    await aborted;
    await settled();

    expect(told).toEqual(['cancelled']);
    await read(response).catch(() => undefined);
  });
});
