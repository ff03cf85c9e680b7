import type { OutgoingMessage } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ClientAnswers } from './client-answers.js';
import type { KnownFacts } from './known-facts.js';
import type { TestExchange, OpenExchange, TestLink } from './test-link.interface.js';
import type { TestRequest, TestRequests } from './test-requests.js';
import { whileNotAborted } from './while-not-aborted.js';

/** What sending needs. */
export interface OutgoingParts {
  readonly link: TestLink;
  readonly revision: Revision;
  readonly answers: ClientAnswers;
  readonly requests: TestRequests;
  readonly facts: KnownFacts;
}

/** How one message is sent. */
export interface MessageOptions {
  /** Calls it off. */
  readonly signal?: AbortSignal;
  /** Capabilities of this request alone, besides those of the client (2026-07-28). */
  readonly capabilities?: JsonObject;
}

/** Sends the messages of a client as its revision wants it: after a handshake, or each by itself. */
export class Outgoing {
  /** Whether the server knew, with what was sent last, that this client can be asked. */
  couldBeAsked = false;
  /** Capabilities have changed since the handshake. */
  private mustShakeHands: boolean;
  private shaking: Promise<void> | undefined;

  constructor(private readonly parts: OutgoingParts) {
    this.mustShakeHands = this.isLegacy;
  }

  /** Changes what the client declares, with the next request. */
  declare(change: (answers: ClientAnswers) => void): void {
    const { answers } = this.parts;
    const before = JSON.stringify(answers.capabilities);
    change(answers);
    if (JSON.stringify(answers.capabilities) !== before) this.mustShakeHands = this.isLegacy;
  }

  /** Shakes hands if there is something to say (up to 2025-11-25). */
  async ready(): Promise<void> {
    if (this.mustShakeHands) {
      this.mustShakeHands = false;
      this.shaking = this.shakeHands().finally(() => (this.shaking = undefined));
    }
    await this.shaking;
  }

  async send(
    method: string,
    params: JsonObject,
    options: MessageOptions = {},
  ): Promise<TestExchange> {
    options.signal?.throwIfAborted();
    await this.ready();
    return this.sendNow(method, params, options);
  }

  async notify(method: string, params: JsonObject): Promise<void> {
    const { link, requests } = this.parts;
    const headers = requests.versionHeader;
    await link.send({ jsonrpc: '2.0', method, params }, { headers }).done;
  }

  /** Sends a request that is answered when the client has heard enough. */
  open(
    method: string,
    params: JsonObject,
    onMessage: (message: OutgoingMessage) => void,
    capabilities?: JsonObject,
  ): OpenExchange {
    const { link, requests } = this.parts;
    const { message, headers } = requests.write(method, params, capabilities);
    return link.send(message, { headers, onMessage });
  }

  /** @throws McpTestError when it is refused */
  async openStream(): Promise<void> {
    const { link, requests, facts, revision } = this.parts;
    if (!this.isLegacy) {
      throw facts.error(`${revision.version} has no stream for a client: use listen()`);
    }
    await this.ready();
    const refusal = await link.hearMore(requests.versionHeader);
    if (refusal !== undefined) throw facts.failure('the stream of the session', {}, refusal);
  }

  /** Of every request from now on, in 2026-07-28. */
  setLogLevel(level: LogLevel): void {
    this.parts.requests.logLevel = level;
  }

  private get isLegacy(): boolean {
    return this.parts.revision.era === 'legacy';
  }

  private async shakeHands(): Promise<void> {
    const method = 'initialize';
    const params = this.parts.requests.handshake;
    const exchange = await this.sendNow(method, params, {});
    const { response } = exchange;
    if (response === undefined || 'error' in response) {
      throw this.parts.facts.failure(method, params, exchange);
    }
    await this.notify('notifications/initialized', {});
  }

  private sendNow(
    method: string,
    params: JsonObject,
    { signal, capabilities }: MessageOptions,
  ): Promise<TestExchange> {
    const { link, requests, answers } = this.parts;
    this.couldBeAsked = answers.declaresElicitation;
    const request = requests.write(method, params, capabilities);
    const { message, headers } = request;
    const exchange = link.send(message, { headers });
    return whileNotAborted(exchange.done, signal, () => {
      const calledOff = this.isLegacy ? this.cancel(request, signal) : exchange.close();
      calledOff.catch(() => undefined);
    });
  }

  private cancel({ message }: TestRequest, signal: AbortSignal | undefined): Promise<void> {
    const { id: requestId } = message;
    const reason = String(signal?.reason);
    return this.notify('notifications/cancelled', { requestId, reason });
  }
}
