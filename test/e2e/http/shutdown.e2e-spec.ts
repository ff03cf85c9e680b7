import type { BeforeApplicationShutdown, INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient, events, outcome, read } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';

/** A part of the application that takes its time to stop, after the MCP server has. */
@Injectable()
class SlowPart implements BeforeApplicationShutdown {
  readonly isAsked: Promise<void>;
  finish: () => void = () => undefined;
  private ask: () => void = () => undefined;
  private readonly finished: Promise<void>;

  constructor() {
    this.isAsked = new Promise((resolve) => {
      this.ask = resolve;
    });
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  beforeApplicationShutdown(): Promise<void> {
    this.ask();
    return this.finished;
  }
}

describe.each(PLATFORMS)('closing the application on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;
  let workshop: Workshop;

  const boot = async (
    shutdownGraceMs: number,
    providers = [] as (typeof SlowPart)[],
    create = {},
  ) => {
    const mcp = { limits: { shutdownGraceMs } };
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop, ...providers] },
      { mcp, create },
    );
    client = new WireClient(app);
    workshop = app.get(Workshop);
  };

  afterEach(() => app.close());

  it('waits for a call that runs', async () => {
    await boot(60_000);
    const session = await client.openSession();
    const call = client.post(legacyCall('hold'), session);
    const held = await workshop.nextHeld();

    const closed = app.close();
    while ((await client.post(initialize())).status !== 503);
    held.finish('just in time');

    expect(outcome(await call)).toMatchObject({
      status: 200,
      body: { result: { content: [{ text: 'just in time' }] } },
    });
    expect(held.signal.aborted).toBe(false);
    await closed;
  });

  it.each(['legacy', 'modern'])('aborts a %s call that runs longer', async (era) => {
    await boot(1);
    const { body, headers } = modernCall('hold');
    const session = await client.openSession();
    const call =
      era === 'modern' ? client.post(body, headers) : client.post(legacyCall('hold'), session);
    const held = await workshop.nextHeld();

    await app.close();

    expect(held.signal.aborted).toBe(true);
    expect(await call).toMatchObject({ status: 204, text: '' });
  });

  it('does not wait for a tool that ignores its signal', async () => {
    await boot(1);
    const { body, headers } = modernCall('hold', { stubborn: true });
    const call = client.post(body, headers);
    const held = await workshop.nextHeld();

    await app.close();

    expect((await call).status).toBe(204);
    held.finish('too late');
  });

  it('ends open streams', async () => {
    await boot(1);
    const { body, headers } = modernCall('hold', { announce: true });
    const { response } = await client.open('POST', headers, body);
    await workshop.nextHeld();

    await app.close();

    expect(events(await read(response)).map(({ method }) => method)).toEqual([
      'notifications/progress',
    ]);
  });

  it('ends connections that are kept alive', async () => {
    await boot(1);
    const json = JSON.stringify(initialize());
    const socket = await RawSocket.connect(client.port);
    await socket.write(postHead({ 'content-length': json.length }) + json);
    await socket.until(/"serverInfo"/);

    await app.close();

    await socket.closed;
    expect(socket.received).toMatch(/^HTTP\/1.1 200 /);
  });

  it('answers 503 while other parts stop', async () => {
    await boot(1, [SlowPart]);
    const part = app.get(SlowPart);
    const closed = app.close();
    await part.isAsked;

    const answers = [await client.post(initialize()), await client.send('DELETE')];
    part.finish();
    await closed;

    const refusal = { jsonrpc: '2.0', error: { code: -32603, message: expect.any(String) } };
    expect(answers.map(outcome)).toEqual([
      { status: 503, body: refusal },
      { status: 503, body: refusal },
    ]);
  });

  it('closes the connection of a client that would keep it while other parts stop', async () => {
    await boot(1, [SlowPart]);
    const part = app.get(SlowPart);
    const json = JSON.stringify(initialize());
    const closed = app.close();
    await part.isAsked;

    const socket = await RawSocket.connect(client.port);
    await socket.write(postHead({ 'content-length': json.length }) + json);
    await socket.closed;
    part.finish();
    await closed;

    expect(socket.received).toMatch(/^HTTP\/1.1 503 [^]*\r\nconnection: close\r\n/i);
  });

  it('does not wait for a client that has stopped reading', async () => {
    await boot(1);
    const { body, headers } = modernCall('flood');
    const { response, leave } = await client.open('POST', headers, body);
    response.on('error', () => undefined);
    await workshop.flooded;

    await expect(app.close()).resolves.toBeUndefined();
    leave();
  });

  it('waits for calls, but not for connections without a request, where it is to force them', async () => {
    await boot(60_000, [], { forceCloseConnections: true });
    const arrived = once(app.getHttpServer() as Server, 'connection');
    const silent = await RawSocket.connect(client.port);
    await arrived;
    const session = await client.openSession();
    const call = client.post(legacyCall('hold'), session);
    const held = await workshop.nextHeld();

    const closed = app.close();
    while ((await client.post(initialize())).status !== 503);
    held.finish('just in time');

    expect(outcome(await call).body.result.content[0].text).toBe('just in time');
    await closed;
    await silent.closed;
  });

  it('is quick with sessions that nobody uses', async () => {
    await boot(60_000);
    await client.openSession();

    await expect(app.close()).resolves.toBeUndefined();
  });
});
