import { DEFAULT_SERVER_ID } from '../mcp.tokens.js';
import { isJsonObject } from '../protocol/json.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { Connection } from './connection.js';
import { RECORD_VERSION } from './read-stored-session.js';
import { requireJson } from './require-json.js';
import type { StoredSession } from './session-store.interface.js';

/**
 * What is kept of a session that has shaken hands, but for its state.
 *
 * @param server the id of its server
 */
export function factsOf(connection: Connection, server: string): Omit<StoredSession, 'state'> {
  const { id, ownerKey, handshake, isInitialized, logLevel, tags, pageSize } = connection;
  if (handshake === undefined) throw new TypeError('the session has not begun');
  const { revision, clientInfo, clientCapabilities } = handshake;
  return {
    v: RECORD_VERSION,
    id,
    ...(server !== DEFAULT_SERVER_ID && { server }),
    ...(ownerKey !== undefined && { ownerKey }),
    protocolVersion: revision.version,
    ...(clientInfo !== undefined && { clientInfo }),
    clientCapabilities,
    isInitialized,
    ...(logLevel !== undefined && { logLevel }),
    ...(pageSize !== undefined && { pageSize }),
    ...(Object.keys(tags).length > 0 && { tags }),
    subscriptions: [...connection.subscriptions.values()],
  };
}

/**
 * State as a record has it.
 *
 * @param state as the application wants it kept
 * @throws TypeError naming the part of it that JSON cannot say
 */
export function storableState(state: unknown): StoredSession['state'] {
  if (!isJsonObject(state)) throw new TypeError('state is no object');
  requireJson(state, 'state');
  return state;
}

/** A connection as it was when the record was kept, but for its subscriptions. */
export function connectionOf(stored: StoredSession, revision: Revision): Connection {
  const { id, ownerKey, clientInfo, clientCapabilities } = stored;
  const connection = new Connection(id, ownerKey, { tags: stored.tags });
  connection.handshake = { revision, clientInfo, clientCapabilities };
  connection.isInitialized = stored.isInitialized;
  connection.logLevel = stored.logLevel;
  connection.pageSize = stored.pageSize;
  const draft = connection.state.draft();
  for (const [key, value] of Object.entries(stored.state)) draft.set(key, value);
  draft.commit();
  return connection;
}
