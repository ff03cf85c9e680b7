import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { IsString } from 'class-validator';
import {
  McpCompletion,
  McpContext,
  McpPrompt,
  McpResource,
  McpTool,
  McpToolException,
} from 'nest-mcp';
import { openTelemetry } from 'nest-mcp/opentelemetry';
import { deferred } from '../../../src/protocol/deferred.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { OpenTelemetryBench } from '../../support/open-telemetry-bench.js';
import { WireClient } from '../../support/wire-client.js';
import {
  ENVELOPE,
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

const REMOTE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${REMOTE.traceId}-${REMOTE.spanId}-01`;

const telemetry = new OpenTelemetryBench();
let left = deferred<void>();
let baggage: string | undefined;
/** The span of the latest HTTP request. */
let http: Span;

class ReplyDto {
  @IsString()
  tone!: string;
}

/** Its methods make spans of their own, as instrumented libraries do. */
@Injectable()
class Observed {
  @McpTool()
  async greet(): Promise<string> {
    await child('before');
    await new Promise((resolve) => setImmediate(resolve));
    await child('after');
    baggage = propagation.getBaggage(context.active())?.getEntry('tenant')?.value;
    return 'hello';
  }

  @McpTool()
  fail(): never {
    throw new McpToolException('no');
  }

  @McpTool()
  async hang(ctx: McpContext): Promise<string> {
    await ctx.progress(1);
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
    left.resolve();
    return 'too late';
  }

  @McpResource({ uri: 'shop://catalogue' })
  async catalogue(): Promise<string> {
    await child('in resource');
    return 'books';
  }

  @McpPrompt()
  async hello(): Promise<string> {
    await child('in prompt');
    return 'say hello';
  }

  @McpPrompt()
  reply(args: ReplyDto): string {
    return args.tone;
  }

  @McpCompletion({ prompt: 'reply', argument: 'tone' })
  async tones(): Promise<string[]> {
    await child('in completion');
    return ['formal'];
  }
}

async function child(name: string): Promise<void> {
  const span = telemetry.tracer.startSpan(name);
  await Promise.resolve();
  span.end();
}

/** What an instrumentation of HTTP does: everything of a request runs inside its span. */
function traceHttp(app: INestApplication): void {
  app.use((_request: unknown, _response: unknown, next: () => void) => {
    http = telemetry.tracer.startSpan('POST', { kind: SpanKind.SERVER });
    context.with(trace.setSpan(context.active(), http), next);
  });
}

const withMeta = (meta: object) => ({ _meta: { ...ENVELOPE, ...meta } });

afterAll(() => telemetry.close());

describe.each(PLATFORMS)('traces over HTTP on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      platform,
      { providers: [Observed] },
      { mcp: { instrumentation: openTelemetry(telemetry) }, configure: traceHttp },
    );
    client = new WireClient(app);
  });
  beforeEach(() => telemetry.reset());
  afterAll(() => app.close());

  const modern = async (method: string, params: Record<string, unknown>) => {
    const { body, headers } = modernRequest(method, params);
    return client.post(body, headers);
  };

  it('name a call of a session by its method and tool', async () => {
    const session = await client.openSession();
    await client.post(legacyCall('greet', {}, 'seven'), session);

    const span = telemetry.span('tools/call greet');
    expect(span.kind).toBe(SpanKind.SERVER);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-11-25',
      'mcp.session.id': session['mcp-session-id'],
      'gen_ai.tool.name': 'greet',
      'gen_ai.operation.name': 'execute_tool',
      'jsonrpc.request.id': 'seven',
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
    });
    expect(telemetry.span('initialize').attributes).not.toHaveProperty('mcp.protocol.version');
  });

  it.each([
    ['tools/call greet', 'before', 'tools/call', { name: 'greet' }],
    ['tools/call greet', 'after', 'tools/call', { name: 'greet' }],
    ['resources/read', 'in resource', 'resources/read', { uri: 'shop://catalogue' }],
    ['prompts/get hello', 'in prompt', 'prompts/get', { name: 'hello' }],
    [
      'completion/complete',
      'in completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'reply' }, argument: { name: 'tone', value: '' } },
    ],
  ])('have the spans of the application under %s: %s', async (name, inner, method, params) => {
    await modern(method, params);

    expect(telemetry.span(inner).parentSpanContext?.spanId).toBe(
      telemetry.span(name).spanContext().spanId,
    );
  });

  it('go on with the trace of the client, and link the HTTP request', async () => {
    const meta = { traceparent: TRACEPARENT, tracestate: 'a=b', baggage: 'tenant=blue' };
    await modern('tools/call', { name: 'greet', ...withMeta(meta) });

    const { parentSpanContext, links } = telemetry.span('tools/call greet');
    expect(parentSpanContext).toMatchObject({ ...REMOTE, isRemote: true });
    expect(parentSpanContext?.traceState?.serialize()).toBe('a=b');
    expect(links.map((link) => link.context.spanId)).toEqual([http.spanContext().spanId]);
    expect(baggage).toBe('blue');
  });

  it.each([
    ['no trace context', {}],
    ['a malformed one', { traceparent: `00-${'0'.repeat(32)}-${REMOTE.spanId}-01` }],
    ['one that is no text', { traceparent: 7, tracestate: [], baggage: { a: 1 } }],
  ])('stand under the HTTP request with %s', async (_what, meta) => {
    await modern('tools/call', { name: 'greet', ...withMeta(meta) });

    const { parentSpanContext, links } = telemetry.span('tools/call greet');
    expect(parentSpanContext?.spanId).toBe(http.spanContext().spanId);
    expect(links).toEqual([]);
  });

  it('show a tool that failed', async () => {
    await modern('tools/call', { name: 'fail' });

    const { status, attributes } = telemetry.span('tools/call fail');
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
    expect(attributes['error.type']).toBe('tool_error');
    expect(attributes).not.toHaveProperty('rpc.response.status_code');
  });

  it('show an error by its code', async () => {
    await modern('resources/read', { uri: 'shop://none' });

    const { status, attributes } = telemetry.span('resources/read');
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
    expect(attributes).toMatchObject({
      'mcp.resource.uri': 'shop://none',
      'error.type': '-32602',
      'rpc.response.status_code': '-32602',
    });
  });

  it('keep names that a client made up out of names and attributes', async () => {
    const session = await client.openSession();
    telemetry.reset();
    await client.post(legacyRequest('made/up'), session);
    await client.post(legacyCall('made_up'), session);
    await client.post({ jsonrpc: '2.0', method: 'notifications/made_up' }, session);

    const [method, tool, notification] = telemetry.spans;
    expect([method, tool, notification].map((span) => span?.name)).toEqual([
      '_OTHER',
      'tools/call',
      '_OTHER',
    ]);
    const all = JSON.stringify([method, tool, notification].map((span) => span?.attributes));
    expect(all).not.toMatch(/made/);
  });

  it('end when the client leaves, with an error', async () => {
    left = deferred();
    const { body, headers } = modernCall('hang');
    const { response, leave } = await client.open('POST', headers, body);
    response.on('error', () => undefined);
    leave();
    await left.promise;

    const { status, attributes } = telemetry.span('tools/call hang');
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes['error.type']).toBe('cancelled');
  });

  it('cover notifications', async () => {
    const session = await client.openSession();
    telemetry.reset();
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);

    const { attributes } = telemetry.span('notifications/initialized');
    expect(attributes).toMatchObject({ 'mcp.session.id': session['mcp-session-id'] });
    expect(attributes).not.toHaveProperty('jsonrpc.request.id');
  });
});
