import type { INestApplication } from '@nestjs/common';
import { StreamLab } from '../../apps/stream-lab.js';
import { Workshop } from '../../apps/workshop.js';
import type { Message } from '../../support/batch-client.js';
import { BatchClient, cancelled, gist, ONLY_STREAM } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { settled } from '../../support/settled.js';
import { events } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const drive = (id: number): Message => legacyCall('drive', {}, id);
const echo = (id: number): Message => legacyCall('echo', { text: `said ${id}` }, id);

/** How far a call is, or the id and text of an answer. */
const told = (message: Message): unknown =>
  message.params?.progress ?? `${message.id}: ${String(gist(message))}`;

async function rest(reader: EventReader): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let message; (message = await reader.next()) !== undefined;) all.push(told(message));
  return all;
}

describe.each(PLATFORMS)('the stream of a batch on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let lab: StreamLab;
  let client: BatchClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop, StreamLab] });
    lab = app.get(StreamLab);
  });

  beforeEach(async () => {
    client = await BatchClient.open(app, { capabilities: { roots: {} } });
  });

  afterAll(() => app.close());

  it('carries each answer as it comes, as an event of its own', async () => {
    const opened = client.stream([drive(1), drive(2)]);
    const [first, second] = [await lab.nextDriven(), await lab.nextDriven()];
    await first.context.progress(1);
    const { reader } = await opened;

    second.finish('second');
    expect([await reader.next(), await reader.next()].map((it) => told(it!))).toEqual([
      1,
      '2: second',
    ]);
    first.finish('first');
    expect(await rest(reader)).toEqual(['1: first']);
  });

  it('carries the answers that were there before it was opened', async () => {
    const opened = client.stream([echo(1), drive(2), echo(3)]);
    const { context, finish } = await lab.nextDriven();
    await settled();
    await context.progress(1);
    const { reader } = await opened;

    const early = [await reader.next(), await reader.next(), await reader.next()];

    expect(early.map((it) => told(it!))).toEqual([1, '1: said 1', '3: said 3']);
    finish('late');
    expect(await rest(reader)).toEqual(['2: late']);
  });

  it('carries no report of a call after its answer, while others run', async () => {
    const opened = client.stream([drive(1), drive(2)]);
    const [first, second] = [await lab.nextDriven(), await lab.nextDriven()];
    await first.context.progress(1);
    const { reader } = await opened;
    first.finish('first');
    await reader.next();
    await reader.next();

    await first.context.progress(2);
    await first.context.log('info', 'too late');
    second.finish('second');

    expect(await rest(reader)).toEqual(['2: second']);
  });

  it('is opened by the first answer for a client that takes nothing else', async () => {
    const { reader } = await client.stream([drive(1), echo(2)], ONLY_STREAM);
    const { finish } = await lab.nextDriven();

    expect(told((await reader.next())!)).toBe('2: said 2');
    finish('first');
    expect(await rest(reader)).toEqual(['1: first']);
  });

  it('asks the client, whose answer comes in a batch of its own', async () => {
    const opened = client.stream([drive(1), echo(2)]);
    const { context, finish } = await lab.nextDriven();
    const roots = context.listRoots();
    const { reader } = await opened;
    const question = await nextWith(reader, 'roots/list');

    const result = { roots: [{ uri: 'file:///srv' }] };
    const answered = await client.post([{ jsonrpc: '2.0', id: question.id, result }]);

    expect(answered.status).toBe(202);
    expect(await roots).toEqual([{ uri: 'file:///srv' }]);
    finish('asked');
    expect(await rest(reader)).toContain('1: asked');
  });

  it('ends without an answer once every call was cancelled', async () => {
    const opened = client.stream([drive(1), drive(2)]);
    const calls = [await lab.nextDriven(), await lab.nextDriven()];
    for (const { context } of calls) await context.progress(1);
    const { reader } = await opened;

    await client.post([cancelled(1), cancelled(2)]);

    expect(await rest(reader)).toEqual([1, 1]);
  });

  it('does not begin with an event without data, which old clients choke on', async () => {
    const opened = client.stream([drive(1)]);
    const { context, finish } = await lab.nextDriven();
    await context.progress(1);
    const { reader } = await opened;

    expect((await reader.nextEvent())?.data).toContain('notifications/progress');
    finish('done');
    await rest(reader);
  });

  it('can be resumed by a client that lost it, up to the last answer', async () => {
    const opened = client.stream([drive(1), drive(2)]);
    const [first, second] = [await lab.nextDriven(), await lab.nextDriven()];
    await first.context.progress(1);
    const { reader, leave, response } = await opened;
    const { id = '' } = (await reader.nextEvent())!;
    const closed = new Promise((resolve) => response.once('close', resolve));
    leave();
    await closed;
    second.finish('second');
    first.finish('first');
    await settled();

    const back = await client.wire.open('GET', { ...client.headers, 'last-event-id': id });
    const resumed = new EventReader(back.response);
    const missed = [(await resumed.nextEvent())!, (await resumed.nextEvent())!];

    expect(missed.map(({ data }) => told(JSON.parse(data)))).toEqual(['2: second', '1: first']);
    expect(await resumed.nextEvent()).toBeUndefined();
    const last = { ...client.headers, 'last-event-id': missed[1]!.id };
    expect((await client.wire.send('GET', last)).status).toBe(204);
  });
});

describe('the streams of a session that has no more', () => {
  it('do not keep a batch from its answers', async () => {
    const mcp = { limits: { maxStreamsPerSession: 1 } };
    const app = await bootApp(PLATFORMS[0]!, { providers: [Workshop, StreamLab] }, { mcp });
    const client = await BatchClient.open(app);
    const opened = client.stream([drive(1)]);
    const { context, finish } = await app.get(StreamLab).nextDriven();
    await context.progress(1);
    const { reader } = await opened;

    const asStream = await client.wire.post([echo(2), echo(3)], {
      ...client.headers,
      ...ONLY_STREAM,
    });
    const asJson = await client.post([echo(4)]);

    expect(events(asStream.text).map(told)).toEqual(['2: said 2', '3: said 3']);
    // It is none of the session's streams, so nobody can come back to it.
    expect(asStream.text).not.toMatch(/^id:/m);
    expect(asJson.body.map(told)).toEqual(['4: said 4']);
    finish('done');
    expect(await rest(reader)).toEqual([1, '1: done']);
    await app.close();
  });

  it('carry batches without an event store', async () => {
    const mcp = { sessions: { eventStore: false as const } };
    const app = await bootApp(PLATFORMS[0]!, { providers: [Workshop, StreamLab] }, { mcp });
    const client = await BatchClient.open(app);
    const opened = client.stream([drive(1), echo(2)]);
    const { context, finish } = await app.get(StreamLab).nextDriven();
    await settled();
    await context.progress(1);
    const { reader } = await opened;
    finish('done');

    expect(await rest(reader)).toEqual([1, '2: said 2', '1: done']);
    await app.close();
  });
});

async function nextWith(reader: EventReader, method: string): Promise<Message> {
  for (;;) {
    const message = await reader.next();
    if (message === undefined) throw new Error(`the stream ended before ${method}`);
    if (message.method === method) return message;
  }
}

describe('the ids of either side', () => {
  it('do not meet', async () => {
    const app = await bootApp(PLATFORMS[0]!, { providers: [StreamLab] });
    const client = await BatchClient.open(app, { capabilities: { roots: {} } });
    const opened = client.stream([drive(1)]);
    const { context, finish } = await app.get(StreamLab).nextDriven();
    const roots = context.listRoots();
    const { reader } = await opened;
    const question = await nextWith(reader, 'roots/list');

    const { body } = await client.post([legacyRequest('ping', {}, question.id as string)]);

    expect(body).toEqual([{ jsonrpc: '2.0', id: question.id, result: {} }]);
    await client.post([{ jsonrpc: '2.0', id: question.id, result: { roots: [] } }]);
    expect(await roots).toEqual([]);
    finish('done');
    await rest(reader);
    await app.close();
  });
});
