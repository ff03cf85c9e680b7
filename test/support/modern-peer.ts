import type { RequestContext } from '../../src/dispatch/request-context.interface.js';
import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { modernContext } from '../../src/dispatch/create-request-context.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
import { settled } from './settled.js';
import type { DispatcherBench } from './dispatcher-bench.js';

/** A question that ended a request, and the state to send back with its answer. */
export interface Question {
  readonly resultType: string;
  readonly inputRequests: Record<string, { method: string; params: Record<string, unknown> }>;
  readonly requestState: string;
}

/** Who sends, and what it can do. */
export interface ModernPeerOptions {
  readonly principalKey?: string;
  readonly capabilities?: object;
  /** Aborted when the client has left. */
  readonly disconnected?: AbortSignal;
}

/** A caller of the stateless era: every request stands for itself. */
export class ModernPeer {
  private nextId = 1;

  constructor(
    private readonly bench: DispatcherBench,
    private readonly options: ModernPeerOptions = {},
  ) {}

  call(name: string, args: object = {}, more: object = {}): Promise<JsonRpcResponse | null> {
    return this.ask('tools/call', { name, arguments: args, ...more });
  }

  /** Calls a tool that needs approval and gives the question. */
  async question(name: string, args: object = {}): Promise<Question> {
    const reply = await this.call(name, args);
    if (reply === null || !('result' in reply))
      throw new Error(`not asked: ${JSON.stringify(reply)}`);
    return reply.result as unknown as Question;
  }

  /** Repeats a call with the state of the question and an answer. */
  retry(requestState: unknown, name: string, args: object = {}, answer: unknown = APPROVED) {
    return this.call(name, args, { requestState, inputResponses: { approval: answer } });
  }

  async ask(method: string, params: object = {}): Promise<JsonRpcResponse | null> {
    const request = { jsonrpc: '2.0', id: this.nextId++, method, params: { ...params } } as const;
    const answer = await this.bench.dispatcher.dispatch(request, this.context());
    if (!isAnswer(answer)) return null;
    const message = answerToMessage(answer);
    // The method of a task begins after the answer.
    if ('result' in message && message.result.resultType === 'task') await settled();
    return message;
  }

  private context(): RequestContext {
    const { principalKey, capabilities = { elicitation: {} }, disconnected } = this.options;
    const [revision] = this.bench.revisions.modern;
    if (revision === undefined) throw new Error('no revision of the stateless era is served');
    const envelope = {
      protocolVersion: revision.version,
      clientInfo: { name: 'peer', version: '1.0.0' },
      clientCapabilities: capabilities,
      logLevel: undefined,
    };
    return modernContext(envelope, revision, {
      transport: 'http',
      scope: undefined,
      principal: principalKey && { id: principalKey },
      principalKey,
      disconnected,
      outlet: { isOpen: true, send: () => undefined },
      host: standInHost(),
    });
  }
}

const APPROVED = { action: 'accept', content: { approve: true } };
