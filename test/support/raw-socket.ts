import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** A TCP connection, for bytes that no HTTP client would send. */
export class RawSocket {
  /** Everything received so far. */
  received = '';
  /** Settles when the connection is gone, however it ended. */
  readonly closed: Promise<void>;

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.received += text;
    });
    // A reset is one way to be closed.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async connect(port: number): Promise<RawSocket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  /** Sends bytes; resolves when the system took them. */
  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** Waits until the received text matches, or the connection is gone. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received) && !this.socket.closed) {
      await Promise.race([once(this.socket, 'data'), this.closed]);
    }
    return this.received;
  }

  /** Cuts the connection. */
  leave(): void {
    this.socket.destroy();
  }
}

const USUAL = {
  host: 'localhost',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** The head of a POST to the endpoint; names of headers in lower case. */
export const postHead = (headers: Record<string, string | number>): string =>
  [
    'POST /mcp HTTP/1.1',
    ...Object.entries({ ...USUAL, ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
