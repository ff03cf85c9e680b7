import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events, outcome } from '../../support/wire-client.js';
import { ENVELOPE, legacyCall, legacyRequest, modernRequest } from '../../support/wire-messages.js';

const LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
const LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

@Injectable()
class Diary {
  @McpTool()
  async write(ctx: McpContext): Promise<string> {
    for (const level of LEVELS) await ctx.log(level, level);
    return 'written';
  }
}

describe.each(PLATFORMS)('log messages over HTTP, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Diary] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const setLevel = (session: Record<string, string>, level: unknown) =>
    client.post(legacyRequest('logging/setLevel', { level }), session);

  const heard = async (session: Record<string, string>) =>
    levelsOf((await client.post(legacyCall('write'), session)).text);

  it('are those of the level that a session set, for that session', async () => {
    const [careful, chatty] = [await client.openSession(), await client.openSession()];

    const set = await setLevel(careful, 'error');

    expect(outcome(set)).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
    expect(await heard(careful)).toEqual(['error', 'critical', 'alert', 'emergency']);
    expect(await heard(chatty)).toEqual(LEVELS);
  });

  it.each(['verbose', 'ERROR', '', 3, null, undefined, ['error'], '__proto__'])(
    'do not know the level %j, and keep the one that was set',
    async (level) => {
      const session = await client.openSession();
      await setLevel(session, 'alert');

      const refused = await setLevel(session, level);

      expect(outcome(refused)).toMatchObject({ status: 200, body: { error: { code: -32602 } } });
      expect(await heard(session)).toEqual(['alert', 'emergency']);
    },
  );

  it.each([
    ['alert', ['alert', 'emergency']],
    [undefined, []],
  ])('of 2026-07-28 are those of the level of the request: %s', async (level, expected) => {
    const meta = { ...ENVELOPE, ...(level && { [LEVEL_KEY]: level }) };
    const { body, headers } = modernRequest('tools/call', { name: 'write', _meta: meta });

    expect(levelsOf((await client.post(body, headers)).text)).toEqual(expected);
  });
});

/** The levels of the log messages in an answer. */
const levelsOf = (text: string): unknown[] =>
  events(text)
    .filter(({ method }) => method === 'notifications/message')
    .map(({ params }) => (params as { level: string }).level);
