import type { INestApplicationContext } from '@nestjs/common';
import type { MemoryLink } from '../../src/transports/memory/memory-transport.js';
import { MemoryTransport } from '../../src/transports/memory/memory-transport.js';
import { randomId } from '../../src/protocol/id-generator.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import type { RevisionName } from './revisions.js';
import { MODERN_REVISION } from './revisions.js';
import { ENVELOPE } from './wire-messages.js';

/** Anything that came from the server. */
export type Received = Record<string, any>;

/** A link inside this process that sends whatever it is told, under any id, several at once. */
export class MemoryWire {
  /** Everything the server wrote, in order. */
  readonly received: Received[] = [];
  /** True when the link is over, whoever ended it. */
  isOver = false;

  private constructor(
    private readonly link: MemoryLink,
    private readonly version: RevisionName,
  ) {
    link.messages$.subscribe({
      next: (message) => this.received.push(message),
      complete: () => {
        this.isOver = true;
      },
    });
  }

  /** A link that has shaken hands, where the revision does. */
  static open(app: INestApplicationContext, version: RevisionName): Promise<MemoryWire> {
    return MemoryWire.over(app.get(MemoryTransport, { strict: false }), version);
  }

  /** The same without an application. */
  static openOn(bench: DispatcherBench, version: RevisionName): Promise<MemoryWire> {
    return MemoryWire.over(transportOf(bench), version);
  }

  /** A link to an application that has said nothing yet. */
  static connectTo(app: INestApplicationContext, version: RevisionName): MemoryWire {
    return new MemoryWire(app.get(MemoryTransport, { strict: false }).connect(), version);
  }

  /** A link that has said nothing yet. */
  static connectOn(bench: DispatcherBench, version: RevisionName): MemoryWire {
    return new MemoryWire(transportOf(bench).connect(), version);
  }

  private static async over(transport: MemoryTransport, version: RevisionName) {
    const wire = new MemoryWire(transport.connect(), version);
    if (version !== MODERN_REVISION) {
      await wire.send({
        jsonrpc: '2.0',
        id: 'handshake',
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {} },
      });
      wire.received.length = 0;
    }
    return wire;
  }

  /** Hands the server any value; resolves when that is answered, or needs no answer. */
  send(message: unknown): Promise<void> {
    return this.link.send(message);
  }

  /** Sends a request as the revision wants it; `_meta` of the params joins the envelope. */
  request(id: unknown, method: string, params: Received = {}): Promise<void> {
    const isModern = this.version === MODERN_REVISION;
    const _meta = { ...(isModern ? ENVELOPE : {}), ...params._meta };
    return this.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
  }

  /** Sends a request and gives what was written until it was answered. */
  async ask(id: unknown, method: string, params: Received = {}): Promise<Received[]> {
    const before = this.received.length;
    await this.request(id, method, params);
    return this.received.slice(before);
  }

  /** Cancels a request. */
  cancel(requestId: unknown, reason?: string): Promise<void> {
    const params = { requestId, reason };
    return this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  close(): void {
    this.link.close();
  }
}

const transportOf = ({ dispatcher, revisions, logger, limits, reports }: DispatcherBench) =>
  new MemoryTransport({ dispatcher, revisions, limits, reports, logger, nextId: randomId });
