import {
  Client,
  type ClientOptions,
  type CompleteRequestParams,
  type ElicitRequestFormParams,
  type ElicitResult,
  type RequestOptions,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toolAnswer } from './tool-answer.js';
import type { Answer, Expected, Transcript } from './transcript.js';

/** The revisions the demo speaks, and how the client is told to. */
const eras = {
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const satisfies Record<string, NonNullable<ClientOptions['versionNegotiation']>['mode']>;

/** How a question of the server arrives: as a request of its own, or instead of an answer. */
const questions = {
  '2025-11-25': 'elicitation/create',
  '2026-07-28': 'input_required',
} as const satisfies Record<keyof typeof eras, string>;

/** What the person at the client says when asked. */
export type Person = 'approves' | 'declines' | 'fills it in';

const words = {
  approves: { action: 'accept', content: { approve: true } },
  declines: { action: 'decline' },
  'fills it in': { action: 'accept', content: {} },
} as const satisfies Record<Person, ElicitResult>;

const declined: ElicitResult = { action: 'decline' };

/** What the model at the client writes. */
const card = 'May this story keep you company.';

/** The person writes into fields, and takes the first of what can be chosen. */
function fillIn(name: string, field: object): unknown {
  if ('oneOf' in field) return (field.oneOf as { const: string }[])[0]?.const;
  if ('enum' in field) return (field.enum as string[])[0];
  return name === 'maxPriceCents' ? 3_000 : 'Aunt Vera';
}

export interface PeerOptions {
  readonly revision: keyof typeof eras;
  /** Whether the client can put questions of the server to a person. */
  readonly asksPeople?: boolean;
}

/** A client whose every exchange goes into the transcript. */
export class Peer {
  private readonly client: Client;
  private readonly revision: keyof typeof eras;
  private person: Person = 'declines';

  private constructor(
    private readonly transcript: Transcript,
    { revision, asksPeople = false }: PeerOptions,
  ) {
    this.revision = revision;
    this.client = new Client(
      { name: 'bookshop-demo', version: '1.0.0' },
      {
        versionNegotiation: { mode: eras[revision] },
        capabilities: asksPeople ? { elicitation: { form: {} }, sampling: {} } : {},
      },
    );
    if (asksPeople) this.letPeopleDecide();
  }

  /** Connects, plays the scene and leaves. */
  static async meet(
    transcript: Transcript,
    transport: Transport,
    options: PeerOptions,
    scene: (peer: Peer) => Promise<void>,
  ): Promise<void> {
    const peer = new Peer(transcript, options);
    try {
      await peer.connect(transport);
      await scene(peer);
    } finally {
      await peer.client.close();
    }
  }

  private callTool(
    name: string,
    args: Record<string, unknown>,
    expected: Expected,
    options: RequestOptions = {},
  ): Promise<void> {
    return this.ask('tools/call', `${name} ${JSON.stringify(args)}`, expected, async () => {
      const result = await this.client.callTool({ name, arguments: args }, options);
      return toolAnswer(result);
    });
  }

  private letPeopleDecide(): void {
    this.client.setRequestHandler('elicitation/create', ({ params }) => {
      this.transcript.aside(questions[this.revision], params.message);
      const answer = 'requestedSchema' in params ? this.answer(params.requestedSchema) : declined;
      this.transcript.reply(`${this.person}: ${JSON.stringify(answer)}`);
      return answer;
    });
    this.client.setRequestHandler('sampling/createMessage', ({ params: { messages } }) => {
      this.transcript.aside('sampling', JSON.stringify(messages[0]?.content));
      return { role: 'assistant', model: 'demo', content: { type: 'text', text: card } };
    });
  }

  private answer({ properties }: ElicitRequestFormParams['requestedSchema']): ElicitResult {
    if ('approve' in properties) return words[this.person];
    const filledIn = Object.entries(properties).map(([name, field]) => [name, fillIn(name, field)]);
    return { action: 'accept', content: Object.fromEntries(filledIn) as ElicitResult['content'] };
  }

  private connect(transport: Transport): Promise<void> {
    const opening = this.revision === '2025-11-25' ? 'initialize' : 'server/discover';
    const about = transport instanceof StdioClientTransport ? 'starting node main.stdio.js' : '';
    return this.ask(opening, about, { contains: `revision ${this.revision}` }, async () => {
      await this.client.connect(transport);
      const server = this.client.getServerVersion();
      const revision = this.client.getNegotiatedProtocolVersion();
      return { text: `connected to ${server?.name} ${server?.version}, revision ${revision}` };
    });
  }

  listTools(contains: string): Promise<void> {
    return this.ask('tools/list', '', { contains }, async () => {
      const { tools } = await this.client.listTools();
      return { text: tools.map((tool) => tool.name).join(', ') };
    });
  }

  call(name: string, args: Record<string, unknown>, expected: Expected): Promise<void> {
    return this.callTool(name, args, expected, {
      onprogress: ({ progress, total, message = '' }) => {
        // Without a total it is the client's own, which repeats the call with an answer.
        if (total !== undefined) this.transcript.aside(`progress ${progress}/${total}`, message);
      },
    });
  }

  /** A call that the server must ask about before it answers. */
  callWhile(
    person: Person,
    name: string,
    args: Record<string, unknown>,
    expected: Expected,
  ): Promise<void> {
    this.person = person;
    return this.callTool(name, args, { ...expected, after: questions[this.revision] });
  }

  /** A call that asks the person and the model, one after the other. */
  converse(name: string, expected: Expected): Promise<void> {
    this.person = 'fills it in';
    return this.call(name, {}, { ...expected, after: questions[this.revision] });
  }

  listResources(contains: string): Promise<void> {
    return this.ask('resources/list', '', { contains }, async () => {
      const { resources } = await this.client.listResources();
      return { text: resources.map((resource) => resource.uri).join(', ') };
    });
  }

  listTemplates(contains: string): Promise<void> {
    return this.ask('resources/templates/list', '', { contains }, async () => {
      const { resourceTemplates } = await this.client.listResourceTemplates();
      return { text: resourceTemplates.map((template) => template.uriTemplate).join(', ') };
    });
  }

  read(uri: string, expected: Expected): Promise<void> {
    return this.ask('resources/read', uri, expected, async () => {
      const { contents } = await this.client.readResource({ uri });
      return { text: contents.map((part) => ('text' in part ? part.text : part.uri)).join(' ') };
    });
  }

  listPrompts(contains: string): Promise<void> {
    return this.ask('prompts/list', '', { contains }, async () => {
      const { prompts } = await this.client.listPrompts();
      return { text: prompts.map((prompt) => prompt.name).join(', ') };
    });
  }

  prompt(name: string, args: Record<string, string>, contains: string): Promise<void> {
    return this.ask('prompts/get', `${name} ${JSON.stringify(args)}`, { contains }, async () => {
      const { messages } = await this.client.getPrompt({ name, arguments: args });
      const text = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
      return { text: text.join(' ') };
    });
  }

  complete(params: CompleteRequestParams, contains: string): Promise<void> {
    const { name, value } = params.argument;
    return this.ask('completion/complete', `${name} “${value}”`, { contains }, async () => {
      const { completion } = await this.client.complete(params);
      return { text: completion.values.join(', ') };
    });
  }

  private ask(
    method: string,
    about: string,
    expected: Expected,
    send: () => Promise<Answer>,
  ): Promise<void> {
    return this.transcript.step({ method, about, expected, send });
  }
}
