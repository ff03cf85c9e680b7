import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { cancelled, gist } from '../../support/batch-client.js';
import type { Message } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { outcome } from '../../support/wire-client.js';
import { ENVELOPE, legacyCall, legacyRequest } from '../../support/wire-messages.js';

const echo = (id: string | number) => legacyCall('echo', { text: `said ${id}` }, id);
const hold = (id: string | number) => legacyCall('hold', {}, id);
const ping = (id: string | number) => legacyRequest('ping', {}, id);
const note = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe.each(PLATFORMS)('a batch over HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let workshop: Workshop;
  let wire: SseWire;

  const connect = (protocolVersion: string) =>
    SseWire.initialize(app, undefined, { protocolVersion });

  beforeAll(async () => {
    const limits = { maxBatch: 3, maxBufferedBytes: 100_000 };
    const mcp = { http: { legacySse: true }, limits };
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
    workshop = app.get(Workshop);
  });

  beforeEach(async () => {
    wire = await connect('2025-03-26');
  });

  afterEach(() => {
    wire.leave();
    expect(workshop.untaken).toBe(0);
  });

  afterAll(() => app.close());

  it('is taken with 202, and each answer is an event of its own', async () => {
    expect(await wire.post([echo(1), note, echo('b')])).toMatchObject({ status: 202, text: '' });

    const answers = [await wire.next(), await wire.next()] as Message[];

    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 'b']);
    expect(answers.map(gist).toSorted()).toEqual(['said 1', 'said b']);
  });

  it('may cancel what it asked for', async () => {
    expect((await wire.post([hold(1), cancelled(1), ping(2)])).status).toBe(202);

    expect(await wire.next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  it('has elements that fail by themselves', async () => {
    await wire.post([legacyRequest('initialize', {}, 'h'), ping(1)]);

    expect([await wire.next(), await wire.next()]).toEqual([
      { jsonrpc: '2.0', id: 'h', error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  describe('is refused by its POST, and runs nothing,', () => {
    const refused = (words: string) => ({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining(words) } },
    });

    it.each([
      ['empty', [], 'empty'],
      ['too long', [hold(1), hold(2), hold(3), hold(4)], 'limits.maxBatch'],
      ['of two eras', [hold(1), legacyRequest('tools/list', { _meta: ENVELOPE }, 2)], '2025-03-26'],
      ['partly unreadable', [hold(1), { jsonrpc: '2.0', id: 1.5, method: 'ping' }], 'id must be'],
      ['of two requests with one id', [hold(1), hold(1)], 'id 1 is still in progress'],
    ])('when it is %s', async (_, messages, words) => {
      expect(outcome(await wire.post(messages))).toMatchObject(refused(words));
    });

    it('when it uses an id in use, so that nothing passes for the first answer', async () => {
      await wire.post(hold(1));
      const { finish } = await workshop.nextHeld();

      expect(outcome(await wire.post([hold(2), ping(1)]))).toMatchObject(refused('id 1'));
      finish('mine');
      expect(gist((await wire.next())!)).toBe('mine');
    });

    it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('where %s is spoken', async (version) => {
      const other = await connect(version);

      expect(outcome(await other.post([hold(1)]))).toMatchObject(refused('2025-03-26'));
      other.leave();
    });

    it('before the handshake', async () => {
      const other = await SseWire.connect(app);

      expect(outcome(await other.post([hold(1)]))).toMatchObject(refused('2025-03-26'));
      other.leave();
    });
  });

  it('does not pile up for a client that does not read', async () => {
    const batch = [legacyCall('echo', { text: 'x'.repeat(900_000) }, 'only')];
    let taken = 0;
    let answer = await wire.post(batch);
    for (; answer.status === 202; answer = await wire.post(batch)) taken++;

    expect(outcome(answer)).toMatchObject({ status: 503, body: { error: { code: -32000 } } });
    for (; taken > 0; taken--) expect(await wire.next()).toMatchObject({ id: 'only' });
  });

  it('of notifications alone is taken', async () => {
    expect(await wire.post([note, note])).toMatchObject({ status: 202, text: '' });
  });
});
