import type { Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import type { ExpectedRevision } from '../peers/expected-revision.js';
import { EXPECTED } from '../peers/expected-revision.js';
import { ENVELOPE } from '../support/wire-messages.js';
import type { Message } from './surface-link.interface.js';

/** How requests of an era are made. Where the eras answer differently, rows ask the link. */
export interface Era {
  readonly name: 'legacy' | 'modern';
  readonly expected: ExpectedRevision;
  /** An official client that speaks this era and no other. */
  connect(transport: Transport): Promise<Client>;
  /** Params as the era wants them. */
  dress(params: Message): Message;
}

const CLIENT = { name: 'surface', version: '1.0.0' };

async function connect(transport: Transport, options: object): Promise<Client> {
  const client = new Client(CLIENT, { capabilities: { elicitation: { form: {} } }, ...options });
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept' as const,
    content: { name: 'Ada' },
  }));
  await client.connect(transport);
  return client;
}

export const LEGACY: Era = {
  name: 'legacy',
  expected: EXPECTED['2025-11-25'],
  connect: (transport) => connect(transport, { supportedProtocolVersions: ['2025-11-25'] }),
  dress: (params) => params,
};

export const MODERN: Era = {
  name: 'modern',
  expected: EXPECTED['2026-07-28'],
  connect: (transport) =>
    connect(transport, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  dress: ({ _meta, ...params }) => ({ ...params, _meta: { ...ENVELOPE, ..._meta } }),
};
