import type { INestApplication } from '@nestjs/common';
import { Injectable, Scope, Inject } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpContext, McpExecutionContext, McpTool, type McpEvent, McpTelemetry } from 'nest-mcp';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { HeaderUserGuard, asUser } from '../../apps/header-user.guard.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const ANN = { headers: asUser({ id: 'ann' }) };
const ping = legacyRequest('ping');

interface SeenRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

@Injectable({ scope: Scope.REQUEST })
class Clerk {
  constructor(@Inject(REQUEST) private readonly request: SeenRequest) {}

  /** What a request-scoped provider sees of the HTTP request. */
  @McpTool()
  describeRequest(): string {
    return `${this.request.method} ${this.request.headers['x-trace']}`;
  }

  @McpTool()
  describeCall(ctx: McpContext) {
    const { transport, principal, sessionId } = ctx;
    return { transport, principal, sessionId };
  }
}

/** Sees every route and every call. */
class Witness implements NestInterceptor {
  readonly seen: string[] = [];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<SeenRequest>();
    const isCall = McpExecutionContext.from(context) !== undefined;
    this.seen.push(`${isCall ? 'call' : 'route'} ${context.getType()} ${method}`);
    return next.handle();
  }
}

describe.each(PLATFORMS)('who speaks over HTTP+SSE on $platform', ({ createAdapter }) => {
  const logger = new RecordingLogger();
  const witness = new Witness();
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop, Clerk] },
      {
        mcp: { http: { legacySse: true } },
        configure: (application) =>
          application
            .useGlobalGuards(new HeaderUserGuard())
            .useGlobalInterceptors(witness)
            .useLogger(logger),
      },
    );
  });

  afterAll(() => app.close());

  const contentOf = (answer: Record<string, any> | undefined): string =>
    answer?.result.content[0].text;

  it.each([
    ['another principal', asUser({ id: 'bob' })],
    ['nobody', { 'x-user': undefined }],
  ])('hides a stream from %s', async (_, headers) => {
    const wire = await SseWire.initialize(app, ANN);

    const stolen = await wire.post(legacyRequest('ping', {}, 'stolen'), headers);

    expect(outcome(stolen)).toMatchObject({
      status: 404,
      body: { jsonrpc: '2.0', id: 'stolen', error: { code: -32600 } },
    });
    expect(await wire.ask(ping)).toMatchObject({ id: 1, result: {} });
    wire.leave();
  });

  it('hides an anonymous stream from everybody who signs in', async () => {
    const wire = await SseWire.initialize(app);

    expect((await wire.post(ping, ANN.headers)).status).toBe(404);
    expect((await wire.post(ping)).status).toBe(202);
    wire.leave();
  });

  it('lets no other principal cancel a call', async () => {
    const wire = await SseWire.initialize(app, ANN);
    await wire.post(legacyCall('hold'));
    const held = await app.get(Workshop).nextHeld();

    const params = { requestId: 1 };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    const answer = await wire.post(cancel, asUser({ id: 'bob' }));

    expect(answer.status).toBe(404);
    expect(held.signal.aborted).toBe(false);
    wire.leave();
  });

  it('is the principal of the stream, for the call', async () => {
    const wire = await SseWire.initialize(app, ANN);

    const answer = await wire.ask(legacyCall('describe_call'));

    expect(JSON.parse(contentOf(answer))).toEqual({
      transport: 'http',
      principal: { id: 'ann' },
      sessionId: wire.sessionId,
    });
    wire.leave();
  });

  it('is told to telemetry', async () => {
    const wire = await SseWire.initialize(app, ANN);
    const events: McpEvent[] = [];
    app.get(McpTelemetry).addSink((event) => events.push(event));

    await wire.ask(legacyCall('echo', { text: 'hi' }));

    expect(events).toContainEqual(
      expect.objectContaining({
        method: 'tools/call',
        transport: 'http',
        connectionId: wire.sessionId,
        principalKey: 'ann',
      }),
    );
    wire.leave();
  });

  it('is refused by a guard before there is a stream', async () => {
    const answer = await new WireClient(app, '/sse').send('GET', {
      accept: 'text/event-stream',
      ...asUser('banned'),
    });

    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('endpoint');
  });

  it('is refused by a guard at each POST', async () => {
    const wire = await SseWire.initialize(app, ANN);

    const answer = await wire.post(ping, asUser('banned'));

    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('jsonrpc');
    expect(await wire.ask(legacyRequest('ping', {}, 'next'))).toMatchObject({ id: 'next' });
    wire.leave();
  });

  it('names the option in the log when a principal has no key', async () => {
    const answer = await new WireClient(app, '/sse').send('GET', {
      accept: 'text/event-stream',
      ...asUser({ name: 'no key' }),
    });

    expect(outcome(answer)).toMatchObject({ status: 500, body: { error: { code: -32603 } } });
    expect(logger.text).toContain('principalKey');
  });

  it('is seen by enhancers at both routes and around the call, as HTTP', async () => {
    witness.seen.length = 0;
    const wire = await SseWire.initialize(app, ANN);

    await wire.ask(legacyCall('echo', { text: 'hi' }));

    expect(witness.seen).toEqual([
      'route http GET',
      'route http POST',
      'route http POST',
      'call http POST',
    ]);
    wire.leave();
  });

  it('is known to request-scoped providers by the request that carried the message', async () => {
    const wire = await SseWire.initialize(app, ANN);
    const call = legacyCall('describe_request');

    await wire.post(call, { 'x-trace': 'first' });
    const first = contentOf(await wire.next());
    await wire.post(call, { 'x-trace': 'second' });
    const second = contentOf(await wire.next());

    expect([first, second]).toEqual(['POST first', 'POST second']);
    wire.leave();
  });
});
