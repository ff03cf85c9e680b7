import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { LogMessage, Peer } from './peer.interface.js';
import { CAN_BE_ASKED, Person } from './person.js';
import { textOf } from './text-of.js';
import { watchErrors } from './watch-errors.js';

/** What a release of `@modelcontextprotocol/sdk` brings for a peer. */
export interface ClientV1Release {
  readonly Client: typeof Client;
  readonly LoggingMessageNotificationSchema: typeof LoggingMessageNotificationSchema;
  /** Absent in releases before 2025-06-18. */
  readonly ElicitRequestSchema?: typeof ElicitRequestSchema;
}

const NEWEST: ClientV1Release = { Client, LoggingMessageNotificationSchema, ElicitRequestSchema };

/** The client of `@modelcontextprotocol/sdk`, which knows no revision after 2025-11-25. */
export async function connectClientV1(
  transport: Transport,
  release: ClientV1Release = NEWEST,
): Promise<Peer> {
  const logs: LogMessage[] = [];
  const person = new Person();
  const client = new release.Client(
    { name: 'client-v1', version: '1.0.0' },
    { capabilities: CAN_BE_ASKED },
  );
  if (release.ElicitRequestSchema !== undefined) {
    client.setRequestHandler(release.ElicitRequestSchema, ({ params }) => person.answer(params));
  }
  client.setNotificationHandler(
    release.LoggingMessageNotificationSchema,
    ({ params }) => void logs.push(params),
  );
  const getRevision = watchHandshake(client);
  await client.connect(transport);
  return {
    errorCodes: watchErrors(transport),
    logs,
    person,
    server: client.getServerVersion(),
    revision: getRevision(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args, { meta, ...callOptions } = {}) => {
      const params = { name, ...(args && { arguments: args }), ...(meta && { _meta: meta }) };
      const result = await client.callTool(params, undefined, callOptions).catch(rethrow);
      const content = result.content as object[];
      return {
        text: textOf(content),
        structured: result.structuredContent,
        isError: result.isError === true,
      };
    },
    listResources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    listTemplates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map((entry) => entry.uriTemplate),
    readResource: async (uri) => textOf((await client.readResource({ uri })).contents),
    listPrompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    getPrompt: async (name, args) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return textOf(messages.map(({ content }) => content));
    },
    complete: async (ref, name, value) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values,
    setLogLevel: async (level) => void (await client.setLoggingLevel(level)),
    ping: async () => void (await client.ping()),
    close: () => client.close(),
  };
}

/** Tells which revision the client agreed to; not every release tells its transport. */
function watchHandshake(client: Client): () => string | undefined {
  let revision: string | undefined;
  const request = client.request.bind(client) as (...args: unknown[]) => Promise<object>;
  const watch = async (...args: unknown[]): Promise<object> => {
    const result = await request(...args);
    if ((args[0] as { method: string }).method === 'initialize') {
      revision = (result as { protocolVersion: string }).protocolVersion;
    }
    return result;
  };
  Object.assign(client, { request: watch });
  return () => revision;
}

/** Old releases reject an aborted call with the bare reason. */
function rethrow(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(String(thrown));
}
