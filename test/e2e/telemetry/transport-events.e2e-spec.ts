import type { INestApplication } from '@nestjs/common';
import type { McpEvent } from 'nest-mcp';
import { McpTelemetry } from 'nest-mcp';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { StdioBench } from '../../support/stdio-bench.js';
import { read, WireClient } from '../../support/wire-client.js';
import { modernRequest } from '../../support/wire-messages.js';

const MARKER = 'private-marker';

class DebugLogger extends RecordingLogger {
  override debug(message: unknown): void {
    this.lines.push(String(message));
  }
}

const only = (events: readonly McpEvent[], ...types: McpEvent['type'][]) =>
  events.filter(({ type }) => types.includes(type));

describe.each(PLATFORMS)('the events of a transport on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;
  let logger: DebugLogger;
  let events: McpEvent[];

  beforeEach(async () => {
    logger = new DebugLogger();
    events = [];
    app = await bootApp(platform, {}, { create: { logger } });
    app.get(McpTelemetry).addSink((event) => events.push(event));
    client = new WireClient(app);
  });
  afterEach(() => app.close());

  it('tell of a stream and of the session that ended it', async () => {
    const session = await client.openSession();
    const { response } = await client.open('GET', { ...session, accept: 'text/event-stream' });
    await client.send('DELETE', session);
    await read(response);
    await app.close();

    const connectionId = session['mcp-session-id'];
    expect(only(events, 'stream_opened', 'session_ended', 'stream_closed')).toMatchObject([
      { type: 'stream_opened', transport: 'http', connectionId },
      { type: 'session_ended', reason: 'deleted', connectionId },
      { type: 'stream_closed', transport: 'http', connectionId, durationMs: expect.any(Number) },
    ]);
  });

  it('tell of sessions and streams that the end of the server ends', async () => {
    const session = await client.openSession();
    const { response } = await client.open('GET', { ...session, accept: 'text/event-stream' });
    response.resume();
    await app.close();

    expect(only(events, 'session_ended', 'stream_closed')).toMatchObject([
      { type: 'session_ended', reason: 'shutdown' },
      { type: 'stream_closed' },
    ]);
  });

  it.each([
    ['a header that differs', { 'mcp-name': MARKER }, 400, -32020, '-32020 HeaderMismatch'],
    ['no JSON', { 'content-type': 'text/plain' }, 415, -32600, '-32600 InvalidRequest'],
    [
      'a session that is gone',
      {
        'mcp-session-id': MARKER,
        'mcp-protocol-version': '2025-11-25',
        'mcp-method': undefined,
      },
      404,
      -32600,
      '-32600 InvalidRequest',
    ],
  ])('tell of a message with %s, and so does the log', async (_what, more, status, code, words) => {
    const { body, headers } = modernRequest('tools/call', { name: 'x', arguments: { MARKER } });
    const isLegacy = status === 404;
    const sent = isLegacy ? { jsonrpc: '2.0', id: 1, method: 'ping' } : body;
    await client.post(sent, { ...(isLegacy ? {} : headers), ...more });

    expect(only(events, 'refused')).toEqual([{ type: 'refused', transport: 'http', code, status }]);
    expect(logger.lines).toContain(`A message over http was refused: ${status}, ${words}`);
    expect(logger.text).not.toContain(MARKER);
  });
});

describe('the events of stdio', () => {
  it('tell of the connection, and of lines that are no messages', async () => {
    const server = (await StdioBench.open()).read();
    await server.initialize();
    server.write(`${MARKER}\n`);
    server.send({ id: 1 });
    await server.messages();
    server.bench.clock.advance(30);
    server.input.end();
    await server.served;

    const link = { transport: 'stdio', connectionId: 'stdio' };
    expect(
      only(server.bench.events, 'connected', 'disconnected', 'refused', 'session_ended'),
    ).toEqual([
      { type: 'connected', ...link },
      { type: 'refused', transport: 'stdio', code: -32700, status: undefined },
      { type: 'refused', transport: 'stdio', code: -32600, status: undefined },
      { type: 'disconnected', durationMs: 30, ...link },
      expect.objectContaining({ type: 'session_ended', reason: 'disconnected', durationMs: 30 }),
    ]);
    expect(server.bench.logger.text).not.toContain(MARKER);
  });
});
