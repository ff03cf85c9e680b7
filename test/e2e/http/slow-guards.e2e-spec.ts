import type { CanActivate, INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

/** Makes requests wait at the route until the test opens it. */
class Gate implements CanActivate {
  readonly reached: Promise<void>;
  open: () => void = () => undefined;
  private reach: () => void = () => undefined;
  private readonly opened: Promise<void>;

  constructor() {
    this.reached = new Promise((resolve) => {
      this.reach = resolve;
    });
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async canActivate(): Promise<boolean> {
    this.reach();
    await this.opened;
    return true;
  }
}

describe.each(PLATFORMS)('a client that leaves while a guard thinks, on $platform', (platform) => {
  const gate = new Gate();
  let app: INestApplication;

  beforeAll(async () => {
    const mcp = { http: { guards: [gate] } };
    app = await bootApp(platform, { providers: [Workshop] }, { mcp });
  });

  afterAll(() => app.close());

  it('has cancelled its call before it started', async () => {
    const client = new WireClient(app);
    const connection = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const { body, headers } = modernCall('hold');
    const json = JSON.stringify(body);
    const socket = await RawSocket.connect(client.port);
    const [server] = await connection;
    await socket.write(postHead({ ...headers, 'content-length': json.length }) + json);
    await gate.reached;

    socket.leave();
    await new Promise((resolve) => server.once('close', resolve));
    gate.open();
    const echo = modernCall('echo', { text: 'next' });
    await client.post(echo.body, echo.headers);

    expect(app.get(Workshop).untaken).toBe(0);
  });
});
