import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpSessions, McpTool } from 'nest-mcp';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';
import { SseWire } from '../../support/sse-wire.js';
import { StreamClient } from '../../support/stream-client.js';
import { outcome } from '../../support/wire-client.js';
import { legacyCall } from '../../support/wire-messages.js';

@Injectable()
class Doorbell {
  @McpTool()
  who(ctx: McpContext): string {
    return String(ctx.sessionId);
  }
}

const WORD = 'notifications/test/word';

describe.each(PLATFORMS)('sessions over HTTP, on $platform,', ({ createAdapter }) => {
  let app: INestApplication;
  let sessions: McpSessions;

  beforeEach(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Doorbell] },
      { mcp: { http: { legacySse: true } }, create: { forceCloseConnections: true } },
    );
    sessions = app.get(McpSessions);
  });

  afterEach(() => app.close());

  it('are found by the id that their requests give, and told things on their GET stream', async () => {
    const client = await StreamClient.open(app);
    const other = await StreamClient.open(app);
    const { body } = outcome(await client.wire.post(legacyCall('who'), client.headers));
    const session = sessions.get(String(body.result.content[0].text));
    const stream = await client.get();
    session?.notify(WORD, { for: 'client' });

    expect(session).toMatchObject({ id: client.sessionId, transport: 'http' });
    expect(await stream.reader.next()).toMatchObject({ method: WORD, params: { for: 'client' } });
    expect(sessions.list().map(({ id }) => id)).toEqual([client.sessionId, other.sessionId]);
    stream.leave();
    expect((await client.wire.send('DELETE', client.headers)).status).toBe(204);
    expect([sessions.get(client.sessionId), sessions.size]).toEqual([undefined, 1]);
  });

  it('of HTTP+SSE are found in the same way, and told things on their stream', async () => {
    const wire = await SseWire.initialize(app);
    const answer = await wire.ask(legacyCall('who'));
    const id = String(answer?.result.content[0].text);
    const session = sessions.get(id);
    session?.notify(WORD, { for: 'wire' });

    expect([id, session?.transport, sessions.size]).toEqual([wire.sessionId, 'http', 1]);
    expect(await wire.next()).toMatchObject({ method: WORD, params: { for: 'wire' } });
    wire.leave();
    while (sessions.size > 0) await settled();
    expect([sessions.get(id), session?.hasEnded]).toEqual([undefined, true]);
  });
});
