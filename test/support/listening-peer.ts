import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { modernContext } from '../../src/dispatch/create-request-context.js';
import { standInHost } from '../../src/dispatch/stand-in-host.js';
import type { JsonRpcResponse, RequestId } from '../../src/protocol/json-rpc.js';
import type { JsonObject } from '../../src/protocol/json.js';
import { revision20260728 } from '../../src/protocol/revisions/revision-2026-07-28.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import { settled } from './settled.js';

/** Who listens, and how. */
export interface ListeningPeerOptions {
  readonly id?: RequestId;
  readonly principalKey?: string;
  /** What its ids are unique in; absent over HTTP. */
  readonly scope?: object;
  /** False for a client that takes no stream. */
  readonly takesStream?: boolean;
  /** What it can do; by default nothing. */
  readonly capabilities?: object;
  /** Called with every message, while it is being sent. */
  readonly onMessage?: (message: JsonObject) => void;
}

/** One `subscriptions/listen` and what it is told. */
export class ListeningPeer {
  /** Everything that was sent on its way, in order. */
  readonly messages: JsonObject[] = [];
  /** What ended it: `undefined` while it is open, `null` for nothing. */
  end: JsonRpcResponse | null | undefined;
  readonly answer: Promise<JsonRpcResponse | null>;
  private readonly client = new AbortController();

  constructor(bench: DispatcherBench, params: JsonObject, options: ListeningPeerOptions = {}) {
    const { id = 1, principalKey, scope, takesStream = true, onMessage } = options;
    const { capabilities = {} } = options;
    const envelope = {
      protocolVersion: revision20260728.version,
      clientInfo: undefined,
      clientCapabilities: capabilities,
      logLevel: undefined,
    };
    const context = modernContext(envelope, revision20260728, {
      transport: scope === undefined ? 'http' : 'stdio',
      scope,
      principal: principalKey && { id: principalKey },
      principalKey,
      disconnected: this.client.signal,
      outlet: {
        isOpen: takesStream,
        send: (message) => {
          this.messages.push({ ...message });
          onMessage?.({ ...message });
        },
      },
      host: standInHost(),
    });
    const request = { jsonrpc: '2.0', id, method: 'subscriptions/listen', params } as const;
    this.answer = bench.dispatcher.dispatch(request, context).then((answer) => {
      this.end = isAnswer(answer) ? answerToMessage(answer) : null;
      return this.end;
    });
  }

  /** Listens, and waits until that is acknowledged or refused. */
  static async open(
    bench: DispatcherBench,
    notifications: JsonObject,
    options: ListeningPeerOptions = {},
  ): Promise<ListeningPeer> {
    const peer = new ListeningPeer(bench, { notifications }, options);
    await settled();
    return peer;
  }

  /** What it was told it will be told. */
  get honoured(): unknown {
    const [first] = this.messages;
    return (first?.params as JsonObject | undefined)?.notifications;
  }

  /** What it was told since the acknowledgement: methods, with the URI if there is one. */
  get told(): readonly string[] {
    return this.messages.slice(1).map(({ method, params }) => {
      const { uri } = params as { uri?: string };
      const name = String(method).replace('notifications/', '');
      return uri === undefined ? name : `${name} ${uri}`;
    });
  }

  /** The client closes its connection. */
  leave(): void {
    this.client.abort();
  }
}
