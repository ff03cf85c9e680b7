import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpDispatcher, McpTelemetry, McpTool } from 'nest-mcp';
import { filter, lastValueFrom, take } from 'rxjs';
import { deferred } from '../../../src/protocol/deferred.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, modernCall } from '../../support/wire-messages.js';

/** Thousands of requests take their time on a busy machine. */
jest.setTimeout(30_000);

/** Requests on each connection, few enough that the answers of all fit the connection's buffers. */
const EACH = 20;

/** A tool that knows how often it runs at once, and holds every run until a gate opens. */
@Injectable()
class Turnstile {
  running = 0;
  most = 0;
  gate = deferred<void>();

  @McpTool()
  async pass(): Promise<string> {
    this.running++;
    this.most = Math.max(this.most, this.running);
    await this.gate.promise;
    this.running--;
    return 'passed';
  }

  reset(): void {
    this.most = 0;
    this.gate = deferred<void>();
  }
}

/** The bodies of all answers on a connection. */
const bodies = (socket: RawSocket) =>
  socket.received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as Answer);

interface Answer {
  readonly id: number;
  readonly result: { readonly content: readonly [{ readonly text: string }] };
}

describe.each(PLATFORMS)('very many calls at once, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;
  let turnstile: Turnstile;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Turnstile, Workshop] });
    client = new WireClient(app);
    turnstile = app.get(Turnstile);
  });

  afterAll(() => app.close());

  it.each([
    ['of one session', 500, 'connection', 16],
    ['of 2026-07-28', 5_000, 'server', 32],
  ])('%s are bounded, and each is answered', async (era, count, scope, limit) => {
    turnstile.reset();
    const session = era === 'of one session' ? await client.openSession() : undefined;
    const requestOf = (id: number): string => {
      const connection = id % EACH === EACH - 1 ? 'close' : 'keep-alive';
      const modern = modernCall('pass', {}, id);
      const body = JSON.stringify(session ? legacyCall('pass', {}, id) : modern.body);
      const headers = session ?? modern.headers;
      return postHead({ ...headers, connection, 'content-length': body.length }) + body;
    };
    const sockets = await Promise.all(
      Array.from({ length: count / EACH }, () => RawSocket.connect(client.port)),
    );
    const allDecided = decisions(app, count);

    for (const [index, socket] of sockets.entries()) {
      const ids = Array.from({ length: EACH }, (_, n) => index * EACH + n);
      void socket.write(ids.map(requestOf).join(''));
    }
    await allDecided;
    const { inFlight } = app.get(McpDispatcher).snapshot();
    turnstile.gate.resolve();
    await Promise.all(sockets.map(({ closed }) => closed));

    const answers = sockets.flatMap(bodies);
    const texts = answers.map(({ result }) => result.content[0].text);
    const busy = texts
      .filter((text) => text !== 'passed')
      .map((text) => JSON.parse(text) as object);
    expect([inFlight, turnstile.most]).toEqual([limit, limit]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(count);
    expect(answers).toHaveLength(count);
    expect(busy).toHaveLength(count - limit);
    expect(busy[0]).toEqual({ error: 'server_busy', scope, limit, retryable: true });
    expect(new Set(busy.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('of one id in 2026-07-28 get each their own answer', async () => {
    const workshop = app.get(Workshop);
    const { body, headers } = modernCall('hold', {}, 1);
    const calls = [];
    const held = [];
    for (let i = 0; i < 3; i++) {
      calls.push(client.post(body, headers));
      held.push(await workshop.nextHeld());
    }

    for (const [index, { finish }] of [...held.entries()].toReversed()) finish(`answer ${index}`);

    const answers = (await Promise.all(calls)).map(outcome);
    expect(answers.map(({ body: { result } }) => result.content[0].text)).toEqual([
      'answer 0',
      'answer 1',
      'answer 2',
    ]);
  });
});

/** Resolves when so many calls got a slot or were refused one. */
const decisions = (app: INestApplication, count: number) =>
  lastValueFrom(
    app.get(McpTelemetry).events$.pipe(
      filter(({ type }) => type === 'started' || type === 'busy'),
      take(count),
    ),
  );
