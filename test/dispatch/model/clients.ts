import type { Subscription } from 'rxjs';
import { answerToMessage } from '../../../src/dispatch/answer.js';
import { legacyContext, modernContext } from '../../../src/dispatch/create-request-context.js';
import type { McpDispatcher } from '../../../src/dispatch/mcp-dispatcher.js';
import type { RequestContext } from '../../../src/dispatch/request-context.interface.js';
import { standInHost } from '../../../src/dispatch/stand-in-host.js';
import type { JsonRpcRequest, JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import { revision20251125 } from '../../../src/protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../../../src/protocol/revisions/revision-2026-07-28.js';
import { Connection } from '../../../src/sessions/connection.js';
import type { Observations } from './observations.js';
import type { Actor, CallRecord } from './world.js';

/** A client of a session, as a transport holds it. */
export class SessionClient {
  private connection: Connection;

  constructor(
    private readonly actor: Actor,
    private readonly dispatcher: McpDispatcher,
    private readonly seen: Observations,
  ) {
    this.connection = this.open();
  }

  send(request: JsonRpcRequest, call: CallRecord): Promise<JsonRpcResponse | null> {
    const onParked = () => this.seen.see(`parked #${call.serial}`);
    return this.dispatcher.dispatch(request, this.context(), onParked).then(messageOf);
  }

  /** An answer to a question of the server. */
  answer(id: string, result: unknown, error: unknown): void {
    this.dispatcher.receiveResponse({ kind: 'response', id, result, error }, this.connection);
  }

  cancel(requestId: number): void {
    const params = { requestId };
    this.dispatcher.receive(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params },
      this.connection,
    );
  }

  /** Ends the session; the client opens another. */
  close(): void {
    const { connection } = this;
    this.connection = this.open();
    this.dispatcher.end(connection, 'client');
  }

  private open(): Connection {
    return new Connection(`session-${this.actor.name}`, this.actor.principalKey);
  }

  private context(): RequestContext {
    const { connection } = this;
    const isOpen = () => this.connection === connection;
    return legacyContext(connection, revision20251125, {
      transport: 'http',
      scope: connection,
      principal: this.actor.principalKey,
      principalKey: this.actor.principalKey,
      disconnected: undefined,
      outlet: {
        get isOpen() {
          return isOpen();
        },
        send: (message) => this.seen.push(this.actor.name, message),
      },
      host: standInHost(),
    });
  }
}

/** Sends a request that carries its own state; `disconnected` is its HTTP connection. */
export function sendModern(
  dispatcher: McpDispatcher,
  request: JsonRpcRequest,
  { principalKey, canBeAsked, name }: Actor,
  disconnected: AbortSignal,
  seen: Observations,
): Promise<JsonRpcResponse | null> {
  const envelope = {
    protocolVersion: revision20260728.version,
    clientCapabilities: canBeAsked ? { elicitation: {} } : {},
    clientInfo: undefined,
    logLevel: undefined,
  };
  const context = modernContext(envelope, revision20260728, {
    transport: 'http',
    scope: undefined,
    principal: principalKey,
    principalKey,
    disconnected,
    outlet: { isOpen: true, send: (message) => seen.push(name, message) },
    host: standInHost(),
  });
  return dispatcher.dispatch(request, context).then(messageOf);
}

const messageOf = (answer: Parameters<typeof answerToMessage>[0] | null) =>
  answer && answerToMessage(answer);

interface Stream {
  hasEnded: boolean;
  subscription: Subscription | undefined;
}

/** The streams of direct connections. */
export class DirectStreams {
  private readonly open = new Map<string, Stream>();

  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly seen: Observations,
  ) {}

  get size(): number {
    return this.open.size;
  }

  connect(name: string): void {
    const stream: Stream = { hasEnded: false, subscription: undefined };
    stream.subscription = this.dispatcher.connect(name).subscribe({
      next: (message) => {
        if (stream.hasEnded) this.seen.fault(`push ${name} after its end`);
        this.seen.push(name, message);
      },
      complete: () => {
        this.seen.see(`end ${name}`);
        stream.hasEnded = true;
        if (this.open.get(name) === stream) this.open.delete(name);
      },
    });
    if (!stream.hasEnded) this.open.set(name, stream);
  }

  disconnect(name: string): void {
    const stream = this.open.get(name);
    if (stream === undefined) return;
    this.open.delete(name);
    stream.hasEnded = true;
    stream.subscription?.unsubscribe();
  }
}
