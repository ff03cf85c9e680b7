import type { StoredSession } from '../../src/sessions/session-store.interface.js';

/** A record with every member there may be. */
export const storedSession = (changes: Partial<StoredSession> = {}): StoredSession => ({
  v: 1,
  id: 'a',
  ownerKey: 'ann',
  protocolVersion: '2025-11-25',
  clientInfo: { name: 'client', version: '1' },
  clientCapabilities: { roots: {} },
  isInitialized: true,
  logLevel: 'error',
  pageSize: 7,
  tags: { tenant: 'a' },
  state: { n: 1 },
  subscriptions: ['a:b'],
  ...changes,
});
