import type { ClientOptions, Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import type { LogMessage, Peer } from './peer.interface.js';
import { CAN_BE_ASKED, Person } from './person.js';
import { textOf } from './text-of.js';
import { watchErrors } from './watch-errors.js';

/** The client of `@modelcontextprotocol/client`. */
export async function connectClientV2(transport: Transport, options: ClientOptions): Promise<Peer> {
  const logs: LogMessage[] = [];
  const person = new Person();
  const client = new Client(
    { name: 'client-v2', version: '1.0.0' },
    { capabilities: CAN_BE_ASKED, ...options },
  );
  client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params));
  client.setRequestHandler('elicitation/create', ({ params }) => person.answer(params));
  await client.connect(transport);
  return {
    errorCodes: watchErrors(transport),
    logs,
    person,
    server: client.getServerVersion(),
    revision: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args, { meta, ...callOptions } = {}) => {
      const params = { name, ...(args && { arguments: args }), ...(meta && { _meta: meta }) };
      const { content, structuredContent, isError } = await client.callTool(params, callOptions);
      return { text: textOf(content), structured: structuredContent, isError: isError === true };
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
