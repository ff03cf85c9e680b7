import type { INestApplication } from '@nestjs/common';
import { SpanStatusCode } from '@opentelemetry/api';
import type { McpHooks } from 'nest-mcp';
import { McpException, NO_REPLY } from 'nest-mcp';
import { openTelemetry } from 'nest-mcp/opentelemetry';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { HeldTool } from '../../support/held-tool.js';
import { OpenTelemetryBench } from '../../support/open-telemetry-bench.js';
import { settled } from '../../support/settled.js';
import { StdioBench } from '../../support/stdio-bench.js';
import { WireClient } from '../../support/wire-client.js';
import { ENVELOPE, legacyCall } from '../../support/wire-messages.js';

const MARKER = 'private-marker';

let telemetry: OpenTelemetryBench;
beforeEach(() => {
  telemetry = new OpenTelemetryBench();
});
afterEach(() => telemetry.close());

const tools = [
  { name: 'echo', handler: async (args: unknown) => (await Promise.resolve(args)) as object },
  {
    name: 'refuse',
    handler: () => {
      throw new McpException(-31_000, `not ${MARKER}`);
    },
  },
];

async function openStdio(options: object = {}, hooks?: McpHooks) {
  const instrumentation = openTelemetry({ ...telemetry, ...options });
  await instrumentation.start?.();
  const held = new HeldTool();
  const server = await StdioBench.open({
    instrumentation,
    hooks,
    tools: [...tools, held.definition],
  });
  return { server: server.read(), held };
}

const callOf = (id: number, name: string, args: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('OpenTelemetry on stdio', () => {
  it('traces both eras', async () => {
    const { server } = await openStdio();
    await server.initialize();
    const { params, ...modern } = callOf(2, 'echo');
    server.send(callOf(1, 'echo'), { ...modern, params: { ...params, _meta: ENVELOPE } });
    await server.messages();

    const calls = telemetry.spans.filter(({ name }) => name === 'tools/call echo');
    expect(calls.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({
        'mcp.protocol.version': '2025-11-25',
        'network.transport': 'pipe',
      }),
      expect.objectContaining({
        'mcp.protocol.version': '2026-07-28',
        'network.transport': 'pipe',
      }),
    ]);
    for (const { attributes } of calls) expect(attributes).not.toHaveProperty('mcp.session.id');
  });

  it('measures operations and sessions by the clock of the server', async () => {
    const { server, held } = await openStdio();
    await server.initialize();
    server.send(callOf(1, 'held'));
    await settled();
    server.bench.clock.advance(1_500);
    held.run().finish();
    await server.messages();
    server.bench.clock.advance(500);
    server.input.end();
    await server.served;

    const tool = (await telemetry.points('mcp.server.operation.duration')).find(
      ({ attributes }) => attributes['gen_ai.tool.name'] === 'held',
    );
    expect(tool?.value).toMatchObject({ count: 1, sum: 1.5 });
    expect(tool?.value.buckets.boundaries).toEqual([
      0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
    ]);
    expect(tool?.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-11-25',
      'gen_ai.tool.name': 'held',
      'gen_ai.operation.name': 'execute_tool',
      'network.transport': 'pipe',
    });
    const [session] = await telemetry.points('mcp.server.session.duration');
    expect(session).toMatchObject({
      value: { count: 1, sum: 2 },
      attributes: { 'mcp.protocol.version': '2025-11-25', 'network.transport': 'pipe' },
    });
  });

  it('takes a request that the application answers with nothing for no failure', async () => {
    const { server } = await openStdio({}, { onRequest: () => NO_REPLY });
    await server.initialize();
    server.send({ id: 1, method: 'tools/list' }, { id: 2, method: 'ping' });
    await server.messages();

    const { attributes, status } = telemetry.span('tools/list');
    expect(status.code).toBe(SpanStatusCode.UNSET);
    expect(attributes).not.toHaveProperty('error.type');
  });

  it('has no name that a client made up, though the application sees every method', async () => {
    const instrumentation = openTelemetry(telemetry);
    await instrumentation.start?.();
    const onRequest = () => undefined;
    const server = (await StdioBench.open({ instrumentation, hooks: { onRequest } })).read();
    await server.initialize();
    server.send({ id: 1, method: `made/up/${MARKER}` }, { id: 2, method: 'tools/list' });
    await server.messages();

    const points = await telemetry.points('mcp.server.operation.duration');
    const names = points.map(({ attributes }) => attributes['mcp.method.name']);
    expect(names).toEqual(expect.arrayContaining(['_OTHER', 'tools/list']));
    expect(JSON.stringify(points)).not.toContain(MARKER);
  });

  it('keeps what is private out of spans', async () => {
    const { server } = await openStdio();
    await server.initialize();
    server.send(callOf(1, 'echo', { MARKER }), callOf(2, 'refuse'));
    await server.messages();

    const all = telemetry.spans.map(({ attributes, status }) => [attributes, status]);
    expect(JSON.stringify(all)).not.toContain(MARKER);
  });

  it('shows it to those who ask, cut where they say', async () => {
    const { server } = await openStdio({
      captureArguments: true,
      captureResults: true,
      captureErrorMessages: true,
      maxAttributeLength: 18,
    });
    await server.initialize();
    server.send(callOf(1, 'echo', { a: '1234567890' }), callOf(2, 'refuse'));
    await server.messages();

    const { attributes } = telemetry.span('tools/call echo');
    expect(attributes['gen_ai.tool.call.arguments']).toBe('{"a":"1234567890"}');
    expect(attributes['gen_ai.tool.call.result']).toBe('{"content":[{"type');
    expect(telemetry.span('tools/call refuse').status).toEqual({
      code: SpanStatusCode.ERROR,
      message: `not ${MARKER}`,
    });
  });

  it('cuts long words of clients', async () => {
    const { server } = await openStdio();
    await server.initialize();
    const params = { uri: `shop://${'x'.repeat(5_000)}` };
    server.send({ id: 'y'.repeat(4_097), method: 'resources/read', params });
    await server.messages();

    const { attributes } = telemetry.span('resources/read');
    expect(String(attributes['mcp.resource.uri'])).toHaveLength(4_096);
    expect(String(attributes['jsonrpc.request.id'])).toHaveLength(4_096);
  });
});

describe.each(PLATFORMS)('metrics over HTTP on $platform', (platform) => {
  it('have sessions, calls and failures', async () => {
    const app: INestApplication = await bootApp(
      platform,
      {},
      { mcp: { instrumentation: openTelemetry(telemetry) } },
    );
    const client = new WireClient(app);
    const session = await client.openSession();
    await client.post(legacyCall('none'), session);
    await client.send('DELETE', session);
    await app.close();

    const operations = await telemetry.points('mcp.server.operation.duration');
    const failed = operations.filter(({ attributes }) => attributes['error.type'] !== undefined);
    expect(failed.map(({ attributes }) => attributes)).toEqual([
      {
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': '2025-11-25',
        'gen_ai.operation.name': 'execute_tool',
        'network.transport': 'tcp',
        'network.protocol.name': 'http',
        'error.type': '-32601',
        'rpc.response.status_code': '-32601',
      },
    ]);
    expect(await telemetry.points('mcp.server.session.duration')).toMatchObject([
      { value: { count: 1 } },
    ]);
  });
});
