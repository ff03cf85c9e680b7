import { deferred } from '../../protocol/deferred.js';
import type { Connection } from '../../sessions/connection.js';
import { SessionScope } from './session-scope.js';

/**
 * A connection between its handshake and the word of the application, for which its other requests wait.
 * One that fails leaves the connection as if nothing had been, since its client may try again.
 */
export class SessionOpening {
  private readonly over = deferred<void>();
  private readonly before: Pick<Connection, 'tags' | 'pageSize'>;
  private isOver = false;

  constructor(private readonly connection: Connection) {
    const { tags, pageSize } = connection;
    this.before = { tags, pageSize };
    connection.opening = this.over.promise;
  }

  succeed(): void {
    this.end();
  }

  /** Changes nothing once it has ended. */
  fail(): void {
    if (this.isOver) return;
    const { connection, before } = this;
    Object.assign(connection, before, { handshake: undefined, isInitialized: false });
    SessionScope.release(connection);
    this.end();
  }

  private end(): void {
    this.isOver = true;
    this.connection.opening = undefined;
    this.over.resolve();
  }
}
