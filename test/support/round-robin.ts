import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A balancer that sends each request to the next server, whoever asks. */
export class RoundRobin {
  /** How many requests went to each server. */
  readonly counts: number[];
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly ports: readonly number[],
  ) {
    this.counts = ports.map(() => 0);
    server.on('request', (request, response) => this.pass(request, response));
  }

  static async listen(ports: readonly number[]): Promise<RoundRobin> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RoundRobin(server, ports);
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const index = this.turn++ % this.ports.length;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    const { method, url: path, headers } = request;
    const target = { port: this.ports[index], host: '127.0.0.1', method, path, headers };
    const passed = httpRequest({ ...target, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // A client that leaves leaves the server behind too.
    response.once('close', () => passed.destroy());
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }
}
