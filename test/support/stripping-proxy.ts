import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that takes a prefix off the paths it passes on, and knows nothing else. */
export class StrippingProxy {
  private constructor(private readonly server: Server) {}

  static async open(app: INestApplication, prefix: string): Promise<StrippingProxy> {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const server = createServer((incoming, outgoing) => {
      const { method, url = '', headers } = incoming;
      if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end();
      const path = url.slice(prefix.length);
      const passed = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
      passed.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
        response.on('error', () => undefined).pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrippingProxy(server);
  }

  /** The proxy in the place of the application, for clients that look up the port there. */
  asApp(): INestApplication {
    return { getHttpServer: () => this.server } as unknown as INestApplication;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
