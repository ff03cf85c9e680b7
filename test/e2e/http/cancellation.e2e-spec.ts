import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events, outcome, read } from '../../support/wire-client.js';
import { legacyCall, modernCall } from '../../support/wire-messages.js';

const cancel = (requestId: unknown, reason?: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason },
});

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

describe.each(PLATFORMS)('cancelling a call on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;
  let workshop: Workshop;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
    workshop = app.get(Workshop);
  });

  afterAll(() => app.close());

  it('answers it with 204 and nothing when no stream was open', async () => {
    const session = await client.openSession();
    const call = client.post(legacyCall('hold', {}, 5), session);
    await workshop.nextHeld();

    expect((await client.post(cancel(5), session)).status).toBe(202);
    expect(await call).toMatchObject({ status: 204, text: '' });
  });

  it('ends its stream without an answer', async () => {
    const session = await client.openSession();
    const call = legacyCall('hold', { announce: true }, 5);
    const { response } = await client.open('POST', session, call);
    await workshop.nextHeld();

    await client.post(cancel(5), session);

    expect(events(await read(response)).map(({ method }) => method)).toEqual([
      'notifications/progress',
    ]);
  });

  it('does not wait for a tool that ignores its signal', async () => {
    const session = await client.openSession();
    const call = client.post(legacyCall('hold', { stubborn: true }, 5), session);
    const held = await workshop.nextHeld();

    await client.post(cancel(5), session);

    expect((await call).status).toBe(204);
    held.finish('too late');
  });

  it('gives the reason of the client to the tool', async () => {
    const session = await client.openSession();
    const call = client.post(legacyCall('hold', {}, 5), session);
    const { signal } = await workshop.nextHeld();

    await client.post(cancel(5, 'changed my mind'), session);
    await call;

    expect(String(signal.reason)).toContain('changed my mind');
  });

  it('ends the fetch that was given the signal, and with it the connection', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const asked = once(silent, 'request') as Promise<[IncomingMessage]>;
    const session = await client.openSession();
    const call = client.post(legacyCall('hold', {}, 5), session);
    const { signal } = await workshop.nextHeld();
    const fetched = fetch(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, { signal });
    const failed = fetched.catch((thrown: unknown) => String(thrown));
    const [{ socket }] = await asked;

    await client.post(cancel(5, 'changed my mind'), session);

    await once(socket, 'close');
    expect(await failed).toContain('changed my mind');
    expect((await call).status).toBe(204);
    // What fetch keeps open for the next request.
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['another session', 5],
    ['an id of another type', '5'],
    ['an unknown id', 6],
    ['no id', undefined],
  ])('does nothing with %s', async (from, id) => {
    const session = await client.openSession();
    const other = from === 'another session' ? await client.openSession() : session;
    const call = client.post(legacyCall('hold', {}, 5), session);
    const held = await workshop.nextHeld();

    const { status } = await client.post(cancel(id), other);
    held.finish('done');

    expect(status).toBe(202);
    expect(outcome(await call).body.result.content[0].text).toBe('done');
  });

  it('runs calls that share an id side by side, each POST with its own answer', async () => {
    const session = await client.openSession();
    const calls = [];
    const held = [];
    for (let i = 0; i < 3; i++) {
      calls.push(client.post(legacyCall('hold', {}, 1), session));
      held.push(await workshop.nextHeld());
    }

    for (const [index, { finish }] of [...held.entries()].toReversed()) finish(`answer ${index}`);

    const answers = (await Promise.all(calls)).map(outcome);
    expect(answers.map(({ body }) => body.result.content[0].text)).toEqual([
      'answer 0',
      'answer 1',
      'answer 2',
    ]);
  });

  it('cancels every call that shares the id', async () => {
    const session = await client.openSession();
    const calls = [1, 1, 1].map((id) => client.post(legacyCall('hold', {}, id), session));
    for (let i = 0; i < 3; i++) await workshop.nextHeld();

    await client.post(cancel(1), session);

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([204, 204, 204]);
  });

  it('happens in the modern era when the client leaves', async () => {
    const { body, headers } = modernCall('hold', { announce: true });
    const { response, leave } = await client.open('POST', headers, body);
    response.on('error', () => undefined);
    const { signal } = await workshop.nextHeld();

    leave();

    await aborted(signal);
    expect(String(signal.reason)).toContain('left');
  });

  it('does not happen in a session when the client leaves', async () => {
    const session = await client.openSession();
    const connection = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const call = legacyCall('hold', { announce: true }, 5);
    const { response, leave } = await client.open('POST', session, call);
    const held = await workshop.nextHeld();
    const [socket] = await connection;
    response.on('error', () => undefined);

    leave();
    await once(socket, 'close');

    expect(held.signal.aborted).toBe(false);
    held.finish('done');
  });

  it('is of no effect for the modern era by notification', async () => {
    const { body, headers } = modernCall('hold', {}, 5);
    const call = client.post(body, headers);
    const held = await workshop.nextHeld();

    await client.post(cancel(5));
    held.finish('done');

    expect((await call).status).toBe(200);
  });

  it('leaves no call behind', () => {
    expect(workshop.untaken).toBe(0);
  });
});
