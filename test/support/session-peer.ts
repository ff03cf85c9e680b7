import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { legacyContext } from '../../src/dispatch/create-request-context.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import type { DecodedResponse } from '../../src/protocol/decode-message.js';
import type { JsonRpcResponse, ServerRequest } from '../../src/protocol/json-rpc.js';
import { Connection } from '../../src/sessions/connection.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import { settled } from './settled.js';

/** A session of a principal who can be asked, as a transport with authentication makes it. */
export class SessionPeer {
  readonly prompts: string[] = [];
  private readonly connection: Connection;
  private nextId = 1;

  constructor(
    private readonly bench: DispatcherBench,
    readonly id: string,
    private readonly principalKey: string | undefined,
  ) {
    this.connection = new Connection(id, principalKey);
    const [revision] = bench.revisions.legacy;
    if (revision === undefined) throw new Error('no revision with sessions is served');
    this.connection.handshake = {
      revision,
      clientInfo: undefined,
      clientCapabilities: { elicitation: {} },
    };
  }

  async call(name: string, args: object = {}): Promise<JsonRpcResponse | null> {
    const params = { name, arguments: args };
    const request = { jsonrpc: '2.0', id: this.nextId++, method: 'tools/call', params } as const;
    const answer = await this.bench.dispatcher.dispatch(request, this.context());
    return isAnswer(answer) ? answerToMessage(answer) : null;
  }

  /** Calls a tool and waits until the call is parked or answered. */
  async park(name: string): Promise<{ readonly response: Promise<JsonRpcResponse | null> }> {
    const response = this.call(name);
    await settled();
    return { response };
  }

  answer(result: object, promptId = this.prompts.at(-1) ?? ''): void {
    const response: DecodedResponse = { kind: 'response', id: promptId, result };
    this.bench.dispatcher.receiveResponse(response, this.connection);
  }

  end(): void {
    this.bench.dispatcher.cancelAll(this.connection, 'the session ended');
  }

  private context() {
    const [fallback] = this.bench.revisions.legacy;
    if (fallback === undefined) throw new Error('no revision with sessions is served');
    return legacyContext(this.connection, fallback, {
      transport: 'http',
      scope: this.connection,
      principal: this.principalKey,
      principalKey: this.principalKey,
      disconnected: undefined,
      outlet: {
        isOpen: true,
        send: (message) => {
          if ('id' in message) this.prompts.push(String((message as ServerRequest).id));
        },
      },
      host: standInHost(),
    });
  }
}
