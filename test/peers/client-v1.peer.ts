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

/** The client of `@modelcontextprotocol/sdk`, which knows no revision after 2025-11-25. */
export async function connectClientV1(transport: Transport): Promise<Peer> {
  const logs: LogMessage[] = [];
  const person = new Person();
  const client = new Client(
    { name: 'client-v1', version: '1.0.0' },
    { capabilities: CAN_BE_ASKED },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => person.answer(params));
  client.setNotificationHandler(
    LoggingMessageNotificationSchema,
    ({ params }) => void logs.push(params),
  );
  let revision: string | undefined;
  const adopt = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    revision = version;
    adopt?.(version);
  };
  await client.connect(transport);
  return {
    errorCodes: watchErrors(transport),
    logs,
    person,
    server: client.getServerVersion(),
    revision,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args, { meta, ...callOptions } = {}) => {
      const params = { name, ...(args && { arguments: args }), ...(meta && { _meta: meta }) };
      const result = await client.callTool(params, undefined, callOptions);
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
