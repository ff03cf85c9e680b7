import type { DirectCall } from 'nest-mcp';
import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
import type { PushedMessage } from '../../src/notifications/mcp-notification-bus.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import { settled } from './settled.js';

/** A question to the person, as it was pushed. */
export interface PushedPrompt {
  readonly id: string;
  readonly method: string;
  readonly params: { readonly message: string; readonly requestedSchema: unknown };
}

/** What a person says yes with. */
export const APPROVE = { action: 'accept', content: { approve: true } } as const;

/** A direct caller of a dispatcher: one connection, what is pushed to it, and what it sends. */
export class DirectPeer {
  /** Everything pushed so far. */
  readonly pushed: PushedMessage[] = [];
  private subscription: { unsubscribe(): void } | undefined;
  private nextId = 1;

  constructor(
    private readonly bench: DispatcherBench,
    readonly id: string,
  ) {}

  /** A peer that listens and can be asked. */
  static async askable(bench: DispatcherBench, id: string): Promise<DirectPeer> {
    const peer = new DirectPeer(bench, id);
    peer.listen();
    await peer.initialize({ elicitation: {} });
    return peer;
  }

  listen(): void {
    const messages = this.bench.dispatcher.connect(this.id);
    this.subscription = messages.subscribe((message) => this.pushed.push(message));
  }

  leave(): void {
    this.subscription?.unsubscribe();
  }

  initialize(capabilities: object = {}, protocolVersion = '2025-11-25') {
    const clientInfo = { name: 'peer', version: '1.0.0' };
    return this.ask('initialize', { protocolVersion, capabilities, clientInfo });
  }

  /** Sends a request and waits for its answer. */
  ask(method: string, params: object = {}): Promise<JsonRpcResponse | null> {
    return this.request(method, params).response;
  }

  /** Sends a request and holds on to it. */
  request(method: string, params: object = {}): DirectCall {
    const message = { jsonrpc: '2.0', id: this.nextId++, method, params };
    return this.bench.dispatcher.request(message, this.id);
  }

  /** Calls a tool; settles with the result as text, or with the error. */
  call(name: string, args: object = {}): DirectCall {
    return this.request('tools/call', { name, arguments: args });
  }

  /** Calls a tool in the form that does not wait for a person. */
  post(name: string, args: object = {}): Promise<JsonRpcResponse | null> {
    const id = this.nextId++;
    const params = { name, arguments: args };
    return this.bench.dispatcher.handleMessage(
      { jsonrpc: '2.0', id, method: 'tools/call', params },
      this.id,
    );
  }

  /** Calls a tool and waits until the call is parked or answered. */
  async park(name: string, args: object = {}): Promise<DirectCall> {
    const call = this.call(name, args);
    await settled();
    return call;
  }

  /** Questions pushed so far. */
  get prompts(): readonly PushedPrompt[] {
    return this.pushed.filter(
      (message) => 'method' in message && message.method === 'elicitation/create',
    ) as unknown as PushedPrompt[];
  }

  /** The latest question. */
  get prompt(): PushedPrompt {
    const prompt = this.prompts.at(-1);
    if (prompt === undefined) throw new Error(`nothing was asked on ${this.id}`);
    return prompt;
  }

  /** Answers a question; gives what the dispatcher replied to that. */
  async answer(result: object = APPROVE, promptId: string = this.prompt.id) {
    const reply = await this.send({ jsonrpc: '2.0', id: promptId, result });
    await settled();
    return reply;
  }

  send(message: object): Promise<JsonRpcResponse | null> {
    return this.bench.dispatcher.handleMessage(message, this.id);
  }
}

/** The text of a tool result, or `error <code> <message>`, or `null` for no answer. */
export function said(response: JsonRpcResponse | null): string | null {
  if (response === null) return null;
  if ('error' in response) return `error ${response.error.code} ${response.error.message}`;
  const { content } = response.result as { content: { text: string }[] };
  return content.map(({ text }) => text).join('\n');
}

/** The text with which a tool call is refused. */
export const refusal = (tool: string, decision: 'deny' | 'ask', detail: string): string =>
  JSON.stringify({ error: 'authorization_required', tool, decision, detail });
