import type { IdGenerator } from '../../protocol/id-generator.js';
import type { McpTags } from '../../protocol/mcp-tags.js';
import { Connection } from '../../sessions/connection.js';
import type { SessionLimits } from '../../sessions/session-registry.js';
import type { EventStream } from '../http/streams/event-stream.js';
import type { SseConnectionParts } from './sse-connection.js';
import { SseConnection } from './sse-connection.js';

/**
 * The live connections of HTTP+SSE. They are counted apart from the sessions of Streamable HTTP, by
 * the same limit, so that neither kind of client can lock the other out.
 */
export class SseConnections {
  private readonly live = new Map<string, SseConnection>();

  constructor(
    private readonly parts: SseConnectionParts & { readonly limits: SessionLimits },
    private readonly nextId: IdGenerator,
  ) {}

  /** How many streams are open. */
  get size(): number {
    return this.live.size;
  }

  /** A connection on a new stream, or `undefined` when the maximum is reached. */
  open(
    ownerKey: string | undefined,
    openStream: (id: string) => EventStream,
    tags?: McpTags,
  ): SseConnection | undefined {
    if (this.live.size >= this.parts.limits.maxSessions) return undefined;
    const id = this.nextId();
    const link = new Connection(id, ownerKey, { tags });
    const connection = new SseConnection(link, openStream(id), this.parts);
    this.live.set(id, connection);
    connection.onClose(() => this.live.delete(id));
    return connection;
  }

  /** The connection of this id, if its stream is open and belongs to this principal. */
  find(id: string, ownerKey: string | undefined): SseConnection | undefined {
    const connection = this.live.get(id);
    return connection?.ownerKey === ownerKey ? connection : undefined;
  }

  /** Ends every stream. */
  close(): void {
    for (const connection of this.live.values()) connection.end();
  }
}
