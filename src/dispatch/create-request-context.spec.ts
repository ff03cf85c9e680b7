import { revision20250326 } from '../protocol/revisions/revision-2025-03-26.js';
import { revision20250618 } from '../protocol/revisions/revision-2025-06-18.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import { Connection } from '../sessions/connection.js';
import { legacyContext, modernContext } from './create-request-context.js';
import { standInHost } from './stand-in-host.js';

const facts = {
  transport: 'memory' as const,
  scope: undefined,
  principal: 'ada',
  principalKey: 'ada',
  disconnected: undefined,
  outlet: { isOpen: true, send: () => undefined },
  host: standInHost(),
};
const clientInfo = { name: 'c', version: '1' };

describe('legacyContext', () => {
  it('takes everything about the client from the handshake', () => {
    const connection = new Connection('1', undefined);
    const clientCapabilities = { roots: {} };
    connection.handshake = { revision: revision20250618, clientInfo, clientCapabilities };

    expect(legacyContext(connection, revision20250326, facts)).toEqual({
      ...facts,
      connection,
      revision: revision20250618,
      clientInfo,
      clientCapabilities,
      logLevel: undefined,
    });
  });

  it('falls back on a revision while there was no handshake', () => {
    const context = legacyContext(new Connection('1', undefined), revision20250326, facts);

    expect(context).toMatchObject({ revision: revision20250326, clientCapabilities: {} });
  });
});

describe('modernContext', () => {
  it('takes everything about the client from the envelope, and has no connection', () => {
    const envelope = {
      protocolVersion: '2026-07-28',
      clientInfo,
      clientCapabilities: { sampling: {} },
      logLevel: 'error' as const,
    };

    expect(modernContext(envelope, revision20260728, facts)).toEqual({
      ...facts,
      connection: undefined,
      revision: revision20260728,
      clientInfo,
      clientCapabilities: { sampling: {} },
      logLevel: 'error',
    });
  });
});
