import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * Passes bytes on, until the connections of the moment fall silent: nothing is read any more and
 * nobody is told, as when a laptop leaves its network. Later connections work.
 */
export class BlackholeProxy {
  private readonly working = new Set<Pair>();
  private readonly lost = new Set<Pair>();

  private constructor(private readonly proxy: Server) {}

  static async open(app: INestApplication): Promise<BlackholeProxy> {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const proxy = createServer({ allowHalfOpen: false });
    const self = new BlackholeProxy(proxy);
    proxy.on('connection', (client) => self.join(client, connect(port, '127.0.0.1')));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return self;
  }

  get port(): number {
    return (this.proxy.address() as AddressInfo).port;
  }

  /** Every connection there is falls silent. */
  swallow(): void {
    for (const pair of this.working) {
      this.lost.add(pair);
      for (const socket of [pair.client, pair.server]) socket.unpipe().pause();
    }
    this.working.clear();
  }

  /** Clients notice that their silent connections are dead. The server still does not. */
  tellClients(): void {
    for (const { client } of this.lost) client.destroy();
  }

  async close(): Promise<void> {
    for (const { client, server } of [...this.working, ...this.lost]) {
      client.destroy();
      server.destroy();
    }
    this.proxy.close();
    await once(this.proxy, 'close');
  }

  private join(client: Socket, server: Socket): void {
    const pair = { client, server };
    this.working.add(pair);
    const end = () => {
      if (!this.working.delete(pair)) return;
      client.destroy();
      server.destroy();
    };
    // A reset is one way to be closed.
    for (const socket of [client, server]) socket.on('error', () => undefined).on('close', end);
    client.pipe(server);
    server.pipe(client);
  }
}
