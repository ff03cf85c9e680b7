import fc from 'fast-check';
import type { Message } from '../../test/support/batch-client.js';
import { cancelled, gist } from '../../test/support/batch-client.js';
import { createBench } from '../../test/support/dispatcher-bench.js';
import { HeldTool } from '../../test/support/held-tool.js';
import {
  expectedAnswers,
  messagesOf,
  RANDOM_BATCH,
  saidIn,
  unordered,
} from '../../test/support/random-batch.js';
import { settled } from '../../test/support/settled.js';
import { ENVELOPE, legacyCall, legacyRequest } from '../../test/support/wire-messages.js';
import { encodeAnswer } from '../dispatch/answer.js';
import { Connection } from '../sessions/connection.js';
import { MessageChannel } from './message-channel.js';

const echo = {
  name: 'echo',
  input: { type: 'object', properties: { text: { type: 'string' } } },
  handler: ({ text }: { text: string }) => text,
} as const;

const ping = (id: string | number): Message => legacyRequest('ping', {}, id);

/** A channel, after the handshake if a version is given, and all it wrote since. */
async function open(version?: string) {
  const held = new HeldTool();
  const limits = { maxBatch: 20, maxInFlight: 32, maxInFlightPerConnection: 16 };
  const bench = await createBench({ tools: [echo, held.definition], limits });
  const written: Message[] = [];
  const channel = new MessageChannel({
    ...bench,
    connection: new Connection('one', undefined, { transport: 'stdio' }),
    sink: {
      isOpen: true,
      answer: (answer) => void written.push(JSON.parse(encodeAnswer(answer))),
      send: (message) => void written.push(message as Message),
    },
  });
  if (version !== undefined) {
    const params = { protocolVersion: version, capabilities: {} };
    await channel.receive(legacyRequest('initialize', params, 'hello'));
    written.length = 0;
  }
  return { channel, written, held, dispatcher: bench.dispatcher };
}

const REFUSED = [
  {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: expect.stringContaining('2025-03-26') as string },
  },
];

describe('a batch over a channel', () => {
  it('is answered message by message, in no array', async () => {
    const { channel, written } = await open('2025-03-26');

    await channel.receive([ping(1), ping('b')]);

    expect(written).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'b', result: {} },
    ]);
  });

  it.each([undefined, '2024-11-05', '2025-06-18', '2025-11-25'])(
    'is refused with one error where %s is spoken',
    async (version) => {
      const { channel, written } = await open(version);

      await channel.receive([ping(1), ping(2)]);

      expect(written).toEqual(REFUSED);
    },
  );

  it('is refused with a request of 2026-07-28 in it', async () => {
    const { channel, written } = await open('2025-03-26');

    await channel.receive([ping(1), legacyRequest('tools/list', { _meta: ENVELOPE }, 2)]);

    expect(written).toEqual(REFUSED);
  });

  it('is refused when it is empty or too long', async () => {
    const { channel, written } = await open('2025-03-26');

    await channel.receive([]);
    await channel.receive(Array.from({ length: 21 }, (_, id) => ping(id)));

    expect(written.map(({ id, error }) => [id, error.message])).toEqual([
      [null, 'A batch must not be empty'],
      [null, expect.stringContaining('limits.maxBatch')],
    ]);
  });

  it('may come right behind the handshake', async () => {
    const { channel, written } = await open();
    const params = { protocolVersion: '2025-03-26', capabilities: {} };

    await Promise.all([
      channel.receive(legacyRequest('initialize', params, 'hello')),
      channel.receive([ping(1)]),
    ]);

    expect(written.map(({ id }) => id)).toEqual(['hello', 1]);
  });

  it('may not use an id that is in flight', async () => {
    const { channel, written, held } = await open('2025-03-26');
    const first = channel.receive(legacyCall('held', {}, 1));
    await settled();

    await channel.receive([legacyCall('echo', { text: 'again' }, 1), ping(2)]);

    expect(saidIn(written)).toEqual([
      [1, -32600],
      [2, undefined],
    ]);
    held.finishAll();
    await first;
    expect(gist(written.at(-1)!)).toBe('done');
  });

  it('keeps within the slots of its connection: the 17th call is told so', async () => {
    const { channel, written, held } = await open('2025-03-26');
    const batch = channel.receive(
      Array.from({ length: 17 }, (_, id) => legacyCall('held', {}, id)),
    );
    await settled();

    expect(held.runs).toHaveLength(16);
    expect(written.map(({ id }) => id)).toEqual([16]);
    expect(JSON.parse(String(gist(written[0]!)))).toMatchObject({
      error: 'server_busy',
      scope: 'connection',
    });
    held.finishAll();
    await batch;
  });

  it('leaves nothing behind that it cancelled', async () => {
    const { channel, written, dispatcher } = await open('2025-03-26');

    await channel.receive([legacyCall('held', {}, 1), cancelled(1)]);

    expect(written).toEqual([]);
    expect(dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it('gets exactly one answer for each request that is not cancelled', async () => {
    const { channel, written } = await open('2025-03-26');
    await fc.assert(
      fc.asyncProperty(RANDOM_BATCH, async (batch) => {
        written.length = 0;
        await channel.receive(messagesOf(batch));

        expect(unordered(saidIn(written))).toEqual(unordered(expectedAnswers(batch, true)));
      }),
      { numRuns: 300 },
    );
  });
});
