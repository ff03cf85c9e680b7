import type { INestApplication } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { compiledApps } from '../../support/compiled-apps.js';
import { EventReader } from '../../support/event-reader.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import type { ProcessEnd } from '../../support/watched-process.js';
import { WatchedProcess } from '../../support/watched-process.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, legacyRequest, modernCall } from '../../support/wire-messages.js';

/** How a process is started and ended. */
interface Way {
  readonly shell: boolean;
  /** Whether Nest listens for signals, and what it ends the process by. */
  readonly hooks: 'none' | 'signal' | 'exit';
  readonly signal: NodeJS.Signals;
  /** Not known where a shell is in between. */
  readonly end?: Partial<ProcessEnd>;
}

/** One after the other, at one port. */
const WAYS: Readonly<Record<'Express' | 'Fastify', readonly Way[]>> = {
  Express: [
    { shell: true, hooks: 'none', signal: 'SIGTERM' },
    { shell: true, hooks: 'signal', signal: 'SIGTERM' },
    { shell: false, hooks: 'exit', signal: 'SIGINT', end: { code: 0, signal: null } },
  ],
  Fastify: [
    { shell: true, hooks: 'exit', signal: 'SIGTERM' },
    { shell: false, hooks: 'signal', signal: 'SIGTERM', end: { code: null, signal: 'SIGTERM' } },
  ],
};

/** A client of a process, which is known by its port only. */
const clientAt = (port: number): WireClient =>
  new WireClient({ getHttpServer: () => ({ address: () => ({ port }) }) } as INestApplication);

/** One that opens its stream again and again, whatever becomes of it. */
class PersistentClient {
  private isTired = false;
  private readonly running: Promise<void>;

  constructor(client: WireClient, session: Record<string, string>) {
    this.running = this.comeBack(client, session);
  }

  async stop(): Promise<void> {
    this.isTired = true;
    await this.running;
  }

  private async comeBack(client: WireClient, session: Record<string, string>): Promise<void> {
    while (!this.isTired) {
      await client.send('GET', session).catch(() => undefined);
      // Or it would leave the server no time.
      await pause(5);
    }
  }
}

/** Leaves open whatever a client can: streams and calls of both eras, and a connection kept alive. */
async function visit(port: number) {
  const client = clientAt(port);
  const session = await client.openSession();
  const modern = modernCall('work');
  const calls = [
    await client.open('POST', session, legacyCall('work')),
    await client.open('POST', modern.headers, modern.body),
  ];
  for (const { response } of calls) {
    response.on('error', () => undefined);
    await new EventReader(response).next();
  }
  const kept = await RawSocket.connect(port);
  const json = JSON.stringify(initialize());
  await kept.write(postHead({ 'content-length': json.length }) + json);
  await kept.until(/"serverInfo"/);
  return { client, session, kept, persistent: new PersistentClient(client, session) };
}

describe.each(['Express', 'Fastify'] as const)('a process on %s', (platform) => {
  let running: WatchedProcess;

  afterEach(() => running.stop('SIGKILL'));

  it('that is ended under its clients leaves its port to the next one', async () => {
    const apps = await compiledApps();
    const ways = WAYS[platform];
    const start = (way: Way | undefined, PORT: string): Promise<number> => {
      const env = { PLATFORM: platform, HOOKS: way?.hooks ?? 'none', PORT };
      running = WatchedProcess.start(apps, { shell: way?.shell ?? false, env });
      return running.port();
    };
    const port = await start(ways[0], '0');
    for (const [index, { signal, end }] of ways.entries()) {
      const { client, session, kept, persistent } = await visit(port);

      const ended = await running.stop(signal);
      await kept.closed;
      expect(ended).toMatchObject(end ?? {});

      const next = await start(ways[index + 1], String(port));
      await persistent.stop();
      const ping = await client.post(legacyRequest('ping'), session);
      const opened = await client.post(initialize());
      expect([next, ping.status, opened.status]).toEqual([port, 404, 200]);
    }
  }, 120_000);
});
