import type { ClientOptions, Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';

/** What a person at the client answers. */
export interface PersonAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: { readonly approve: boolean };
}

/** How the official client comes to an era. */
export const CLIENT_ERAS: readonly { readonly era: string; readonly options: ClientOptions }[] = [
  { era: '2025-11-25', options: { supportedProtocolVersions: ['2025-11-25'] } },
  { era: '2026-07-28', options: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
];

/** The official client with a person in front of it. */
export class OfficialClient {
  /** What the person was asked so far. */
  readonly questions: string[] = [];
  answer: PersonAnswer = { action: 'accept', content: { approve: true } };

  private constructor(private readonly client: Client) {}

  static async connect(transport: Transport, options: ClientOptions): Promise<OfficialClient> {
    const info = { name: 'official', version: '1.0.0' };
    const client = new Client(info, { capabilities: { elicitation: {} }, ...options });
    const peer = new OfficialClient(client);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      peer.questions.push(params.message);
      const { action, content } = peer.answer;
      return { action, ...(content && { content: { ...content } }) };
    });
    await client.connect(transport);
    return peer;
  }

  /** A client without a person. */
  static async connectAlone(transport: Transport, options: ClientOptions): Promise<OfficialClient> {
    const client = new Client({ name: 'alone', version: '1.0.0' }, options);
    await client.connect(transport);
    return new OfficialClient(client);
  }

  get revision(): string | undefined {
    return this.client.getNegotiatedProtocolVersion();
  }

  /** The text of a tool's result. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content } = await this.client.callTool({ name, arguments: args });
    return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
  }

  async toolNames(): Promise<readonly string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
