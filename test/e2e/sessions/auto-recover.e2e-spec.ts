import type { INestApplication } from '@nestjs/common';
import type { McpEvent, McpHooks, McpModuleOptions, SessionOptions } from 'nest-mcp';
import { McpTelemetry, MemorySessionStore } from 'nest-mcp';
import { MemoryLane } from '../../apps/memory-lane.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { settled } from '../../support/settled.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

type Policy = SessionOptions['autoRecover'];

const VERSION = { 'mcp-protocol-version': '2025-06-18' };
const UNKNOWN = { ...VERSION, 'mcp-session-id': 'abcdefghijklmnopqrstuvwx' };
const ping = legacyRequest('ping');

describe.each(PLATFORMS)('sessions that come back, on $platform', ({ createAdapter }) => {
  const apps: INestApplication[] = [];
  const logger = new RecordingLogger();
  let store: MemorySessionStore;

  beforeEach(() => {
    store = new MemorySessionStore();
    logger.lines.length = 0;
  });

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  const boot = async (mcp: Partial<McpModuleOptions> = {}) => {
    const app = await bootApp(
      { createAdapter },
      { providers: [MemoryLane] },
      { mcp: { sessions: { store }, ...mcp }, create: { forceCloseConnections: true, logger } },
    );
    apps.push(app);
    return { app, client: new WireClient(app) };
  };

  /** A session with a note, of a process that has ended. */
  const leaveSession = async (hooks: McpHooks = {}) => {
    const { app, client } = await boot({ hooks });
    const session = await client.openSession();
    await client.post(legacyCall('note', { text: 'a' }), session);
    await app.close();
    apps.length = 0;
    return session;
  };

  const recalled = async (client: WireClient, session: Record<string, string>) => {
    const { result } = outcome(await client.post(legacyCall('recall'), session)).body;
    return JSON.parse(result.content[0].text as string) as object;
  };

  it.each<[Policy, number, number]>([
    [undefined, 200, 404],
    ['stored', 200, 404],
    ['never', 404, 404],
    ['always', 200, 200],
  ])(
    'where autoRecover is %s: %i for one in the store, %i for another',
    async (autoRecover, stored, unknown) => {
      const session = await leaveSession();
      const { client } = await boot({ sessions: { store, autoRecover } });

      const answers = [await client.post(ping, session), await client.post(ping, UNKNOWN)];

      expect(answers.map(({ status }) => status)).toEqual([stored, unknown]);
      for (const answer of answers.filter(({ status }) => status === 404)) {
        expect(answer.headers).not.toHaveProperty('mcp-session-id');
        expect(outcome(answer).body).toMatchObject({
          id: 1,
          error: { code: -32600, message: 'Session not found' },
        });
      }
    },
  );

  it('begin anew with autoRecover: always, of the version that the client names', async () => {
    const { client } = await boot({ sessions: { autoRecover: 'always' } });

    expect(await recalled(client, UNKNOWN)).toEqual({
      notes: [],
      version: '2025-06-18',
      isInitialized: true,
    });
    await client.post(legacyCall('note', { text: 'b' }), UNKNOWN);
    expect(await recalled(client, UNKNOWN)).toMatchObject({ notes: ['b'] });
  });

  it('stay ended once they were, with autoRecover: always', async () => {
    const { client } = await boot({ sessions: { autoRecover: 'always' } });
    await client.post(ping, UNKNOWN);

    expect((await client.send('DELETE', UNKNOWN)).status).toBe(204);
    expect((await client.post(ping, UNKNOWN)).status).toBe(404);
  });

  it('have the state that hooks.serializeState makes', async () => {
    const session = await leaveSession({
      serializeState: async ({ notes }) => ({ notes: [...(notes as string[]), 'serialized'] }),
    });
    const { client } = await boot();

    expect(await recalled(client, session)).toMatchObject({ notes: ['a', 'serialized'] });
  });

  it('are not stored where hooks.serializeState throws, which is told', async () => {
    const seen: McpEvent[] = [];
    const serializeState = () => {
      throw new Error('cannot say it');
    };
    const { app, client } = await boot({ hooks: { serializeState } });
    app.get(McpTelemetry).addSink((event) => seen.push(event));

    const session = await client.openSession();
    const noted = await client.post(legacyCall('note', { text: 'a' }), session);
    await settled();

    expect([noted.status, await store.list()]).toEqual([200, []]);
    expect(seen).toContainEqual({ type: 'callback_failed', place: 'hooks.serializeState' });
    expect(logger.text).toContain('cannot say it');
    expect(noted.text).not.toContain('cannot say it');
  });
});
