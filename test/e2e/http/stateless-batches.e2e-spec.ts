import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import { Workshop } from '../../apps/workshop.js';
import { BatchClient, cancelled, gist } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { ENVELOPE, legacyCall, legacyRequest } from '../../support/wire-messages.js';

const echo = (id: string | number) => legacyCall('echo', { text: `said ${id}` }, id);
const hold = (id: string | number, args = {}) => legacyCall('hold', args, id);
const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
const version = (name: string) => ({ 'mcp-protocol-version': name });

describe.each(PLATFORMS)('a batch without a session on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: BatchClient;
  let workshop: Workshop;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp: { sessions: false } });
    client = BatchClient.alone(app);
    workshop = app.get(Workshop);
  });

  afterEach(() => expect(workshop.untaken).toBe(0));

  afterAll(() => app.close());

  it.each([{}, version('2025-03-26'), { 'mcp-session-id': 'nobody' }])(
    'is served with the headers %j',
    async (headers) => {
      const { status, body } = await client.post([echo(1), note, echo(2)], headers);

      expect({ status, said: body.map(gist) }).toEqual({ status: 200, said: ['said 1', 'said 2'] });
    },
  );

  it.each([
    ...['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'].map(version),
    { 'mcp-method': 'ping' },
  ])('is refused with the headers %j', async (headers) => {
    expect(await client.post([hold(1)], headers)).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
  });

  it('is refused with a request of 2026-07-28 in it', async () => {
    const modern = legacyRequest('tools/list', { _meta: ENVELOPE }, 2);

    expect((await client.post([hold(1), modern])).status).toBe(400);
  });

  it('may cancel what it asked for', async () => {
    expect(await client.post([hold(1), cancelled(1)])).toMatchObject({ status: 204, body: '' });
    expect((await client.post([hold(1), cancelled(1), echo(2)])).body.map(gist)).toEqual([
      'said 2',
    ]);
  });

  it('cancels nothing of another POST', async () => {
    const answer = client.post(hold(1));
    const held = await workshop.nextHeld();

    expect((await client.post([cancelled(1), note])).status).toBe(202);
    held.finish('done');
    expect(gist((await answer).body)).toBe('done');
  });

  it('is cancelled when its client leaves, all of it', async () => {
    const { leave } = await client.stream([hold(1, { announce: true }), hold(2)]);
    const calls = [await workshop.nextHeld(), await workshop.nextHeld()];
    const aborted = calls.map(({ signal }) => once(signal, 'abort'));

    leave();

    await Promise.all(aborted);
    expect(calls.map(({ signal }) => String(signal.reason))).toEqual([
      expect.stringContaining('the client left'),
      expect.stringContaining('the client left'),
    ]);
  });

  it('has a share of its own: the 17th call is told so, and another POST is served', async () => {
    const answer = client.post(Array.from({ length: 17 }, (_, id) => hold(id)));
    const calls = [];
    for (let call = 0; call < 16; call++) calls.push(await workshop.nextHeld());

    const other = await client.post([echo('other')]);
    for (const { finish } of calls) finish('done');
    const { body } = await answer;

    expect(other.body.map(gist)).toEqual(['said other']);
    expect(body.slice(0, 16).map(gist)).toEqual(Array.from({ length: 16 }, () => 'done'));
    expect(JSON.parse(String(gist(body[16])))).toMatchObject({
      error: 'server_busy',
      scope: 'connection',
    });
  });
});
