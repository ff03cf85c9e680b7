import { Subscription } from 'rxjs';
import type { Catalogue } from '../../registry/catalogue.interface.js';
import { OverlayCatalogue } from '../../registry/overlay-catalogue.js';
import type { Connection } from '../../sessions/connection.js';
import { SessionState } from '../../sessions/session-state.js';
import type { SessionComponents } from './session-components.js';

/**
 * What lives as long as one session: a connection up to 2025-11-25, one request in 2026-07-28.
 */
export class SessionScope {
  /** What ends with it: what the application listens to for it. */
  readonly held = new Subscription();

  private componentsNow: SessionComponents | undefined;
  private overlay: OverlayCatalogue | undefined;

  constructor(readonly state: SessionState = new SessionState()) {}

  /** What only this session is offered. */
  components(open: () => SessionComponents): SessionComponents {
    return (this.componentsNow ??= open());
  }

  /** What it is offered: what everybody is, and what only it is. */
  catalogueOver(base: Catalogue): Catalogue {
    const own = this.componentsNow?.catalogue;
    if (own === undefined || own.isEmpty) return base;
    return (this.overlay ??= new OverlayCatalogue(base, own));
  }

  /** The scope of a connection, which is the same each time. */
  static of(connection: Connection): SessionScope {
    const known = scopes.get(connection);
    if (known !== undefined) return known;
    const scope = new SessionScope(connection.state);
    if (connection.hasEnded) scope.end();
    scopes.set(connection, scope);
    return scope;
  }

  /** A connection that did not become a session may try again, with a scope of its own. */
  static release(connection: Connection): void {
    scopes.get(connection)?.end();
    scopes.delete(connection);
  }

  /** Ends what it holds. What is held afterwards ends at once. */
  end(): void {
    this.held.unsubscribe();
  }

  /** The scope of a connection, if anybody needed it so far. */
  static find(connection: Connection): SessionScope | undefined {
    return scopes.get(connection);
  }
}

const scopes = new WeakMap<Connection, SessionScope>();
