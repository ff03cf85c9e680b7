import type { ClientOptions, Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Question, TravelClient } from './traveller.js';
import { Traveller } from './traveller.js';

/** How the client of version 2 comes to a revision. */
export const MODES: readonly { readonly revision: string; readonly options: ClientOptions }[] = [
  { revision: '2025-06-18', options: { supportedProtocolVersions: ['2025-06-18'] } },
  { revision: '2025-11-25', options: { supportedProtocolVersions: ['2025-11-25'] } },
  { revision: '2026-07-28', options: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
];

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

const textOf = (blocks: readonly unknown[]): string =>
  blocks.map((block) => String((block as { text?: string }).text)).join('\n');

const questionOf = (params: object): Question => params as Question;

/** The client of `@modelcontextprotocol/client`. */
export async function connectV2(
  transport: Transport,
  options: ClientOptions,
): Promise<TravelClient> {
  const traveller = new Traveller();
  const client = new Client(
    { name: 'v2', version: '1.0.0' },
    { capabilities: CAPABILITIES, ...options },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    ...traveller.elicit(questionOf(params)),
  }));
  client.setRequestHandler('sampling/createMessage', () => traveller.sample());
  client.setRequestHandler('roots/list', () => traveller.roots());
  await client.connect(transport);
  return {
    traveller,
    revision: client.getNegotiatedProtocolVersion(),
    call: async (name) => textOf((await client.callTool({ name, arguments: {} })).content),
    prompt: async (name) =>
      textOf((await client.getPrompt({ name })).messages.map(({ content }) => content)),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

/** The client of `@modelcontextprotocol/sdk`. */
export async function connectV1(transport: TransportV1): Promise<TravelClient> {
  const traveller = new Traveller();
  const client = new ClientV1({ name: 'v1', version: '1.0.0' }, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    ...traveller.elicit(questionOf(params)),
  }));
  client.setRequestHandler(CreateMessageRequestSchema, () => traveller.sample());
  client.setRequestHandler(ListRootsRequestSchema, () => traveller.roots());
  await client.connect(transport);
  return {
    traveller,
    revision: '2025-11-25',
    call: async (name) => textOf((await client.callTool({ name })).content as object[]),
    prompt: async (name) =>
      textOf((await client.getPrompt({ name })).messages.map(({ content }) => content)),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}
