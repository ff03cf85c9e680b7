import { getEventListeners } from 'node:events';
import type { McpDispatcher } from '../../../src/dispatch/mcp-dispatcher.js';
import type { JsonRpcRequest, JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import { SessionClient, sendModern } from './clients.js';
import type { Observations } from './observations.js';
import type { Actor, CallRecord } from './world.js';
import { SESSIONS } from './world.js';

type Response = Promise<JsonRpcResponse | null>;

/** What can still be done about a call that was sent. */
interface Sent {
  readonly call: CallRecord;
  readonly ref?: string;
  readonly controller?: AbortController;
}

/** A caller that goes away. */
class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/** Everybody who sends calls, each in its own way. */
export class Senders {
  readonly sessions: ReadonlyMap<string, SessionClient>;
  /** Direct callers with a timeout who still wait. */
  waiting = 0;
  private readonly sent = new Map<number, Sent>();
  /** Each direct caller's scope for `request`. */
  private readonly callers = new Map<string, AbortController>();

  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly seen: Observations,
  ) {
    this.sessions = new Map(
      SESSIONS.map((actor) => [actor.name, new SessionClient(actor, dispatcher, seen)]),
    );
  }

  /** Sends within this turn. */
  send(call: CallRecord, request: JsonRpcRequest): Response {
    const session = this.sessions.get(call.actor.name);
    if (session !== undefined) {
      this.remember({ call });
      return session.send(request, call);
    }
    if (call.actor.kind === 'modern') return this.sendModern(call, request);
    const isRequest = call.via === 'request' || call.via === 'caller';
    const response = isRequest ? this.request(call, request) : this.handle(call, request);
    changeArguments(request);
    return response;
  }

  /** How often somebody listens for the end of whoever waits; zero at rest. */
  get listeners(): number {
    const controllers = new Set([...this.sent.values()].map(({ controller }) => controller));
    return [...controllers].reduce(
      (sum, controller) =>
        sum + (controller ? getEventListeners(controller.signal, 'abort').length : 0),
      0,
    );
  }

  /** The name of a call for `cancel`. */
  refOf(serial: number): string | undefined {
    return this.sent.get(serial)?.ref;
  }

  /** True when somebody waits for the call who can go away. */
  isAbortable(serial: number): boolean {
    return this.sent.get(serial)?.controller !== undefined;
  }

  /** Ends whoever waits for a call; returns every call that had the same caller. */
  abort(serial: number): readonly number[] {
    const aborted = this.sent.get(serial)?.controller;
    if (aborted === undefined) return [];
    const ended = [...this.sent.values()].filter(({ controller }) => controller === aborted);
    for (const [name, caller] of this.callers) if (caller === aborted) this.callers.delete(name);
    aborted.abort(new CallerGone('nobody waits any more'));
    return ended.map(({ call }) => call.serial);
  }

  private sendModern(call: CallRecord, request: JsonRpcRequest): Response {
    const controller = new AbortController();
    this.remember({ call, controller });
    return sendModern(this.dispatcher, request, call.actor, controller.signal, this.seen);
  }

  private request(call: CallRecord, request: JsonRpcRequest): Response {
    const { actor, via } = call;
    const controller = via === 'caller' ? this.callerOf(actor) : undefined;
    const { ref, response } = this.dispatcher.request(request, actor.name, controller?.signal);
    this.remember({ call, ref, controller });
    return response;
  }

  private handle(call: CallRecord, request: JsonRpcRequest): Response {
    const { actor, via, timeoutMs } = call;
    const controller = via === 'handleSignal' ? new AbortController() : undefined;
    this.remember({ call, controller });
    const response = this.dispatcher.handleMessage(request, actor.name, {
      ...(via === 'handleTimeout' && { timeoutMs }),
      ...(controller && { signal: controller.signal }),
    });
    if (via !== 'handleTimeout') return response;
    this.waiting++;
    return response.finally(() => this.waiting--);
  }

  private remember(sent: Sent): void {
    this.sent.set(sent.call.serial, sent);
  }

  private callerOf({ name }: Actor): AbortController {
    const caller = this.callers.get(name) ?? new AbortController();
    this.callers.set(name, caller);
    return caller;
  }
}

/** A sender may change what it sent; the call is what it was. */
function changeArguments({ params }: JsonRpcRequest): void {
  const { arguments: args } = params as { arguments?: { token: string } };
  if (args !== undefined) args.token = 'changed afterwards';
}
