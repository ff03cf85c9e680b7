import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../protocol/clock.js';
import type {
  JsonRpcErrorObject,
  JsonRpcNotification,
  RequestId,
  ServerRequest,
} from '../../protocol/json-rpc.js';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { AcceptedTypes } from './accepted-types.js';

/** What a responder needs besides the response. */
export interface ResponderOptions {
  readonly clock: Clock;
  readonly keepAliveMs: number;
  readonly accepts: AcceptedTypes;
}

/**
 * The answer to one POST: plain JSON, unless a notification comes first. Then the response becomes an
 * event stream, and the answer its last event.
 */
export class HttpResponder implements Outlet {
  private isStreaming = false;
  private keepAlive: Timer | undefined;
  private drained: Promise<void> | undefined;
  private extraHeaders: Readonly<Record<string, string>> = {};

  constructor(
    private readonly response: ServerResponse,
    private readonly options: ResponderOptions,
  ) {
    response.once('close', () => this.keepAlive?.cancel());
  }

  /** Headers of the answer that only the handling of the request decides, such as a session id. */
  setHeaders(headers: Readonly<Record<string, string>>): void {
    this.extraHeaders = headers;
  }

  /** True while the client is there and takes a stream. */
  get isOpen(): boolean {
    return this.options.accepts.stream && !this.response.destroyed && !this.response.writableEnded;
  }

  /**
   * Streams a message. One for a client that accepts no stream is dropped, and so is one that work
   * left running sends after the answer.
   */
  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    if (!this.isOpen) return undefined;
    if (!this.isStreaming) this.startStream();
    return this.writeEvent(JSON.stringify(message));
  }

  /** Sends the one answer; `null` ends the exchange without one. */
  answer(answer: Answer | null, status = 200): void {
    if (this.response.destroyed) return;
    if (answer === null) return this.endWithoutAnswer();
    const json = encodeAnswer(answer, true);
    if (!this.isStreaming && this.options.accepts.json) return this.sendJson(status, json);
    if (!this.isStreaming) this.startStream();
    this.response.end(event(json));
  }

  /** Refuses the request before any method ran. */
  refuse(status: number, error: JsonRpcErrorObject, id: RequestId | null = null): void {
    this.sendJson(status, encodeAnswer({ id, error }, true));
  }

  /** 202: a notification or response was taken. */
  accept(): void {
    this.response.writeHead(202, this.extraHeaders).end();
  }

  private sendJson(status: number, json: string): void {
    this.response
      .writeHead(status, {
        ...this.extraHeaders,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      })
      .end(json);
  }

  private endWithoutAnswer(): void {
    if (!this.isStreaming) this.response.writeHead(204, this.extraHeaders);
    this.response.end();
  }

  private startStream(): void {
    this.isStreaming = true;
    this.response.writeHead(200, {
      ...this.extraHeaders,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    this.scheduleKeepAlive();
  }

  /** Proxies and clients give up on a stream that says nothing for minutes. */
  private scheduleKeepAlive(): void {
    const { clock, keepAliveMs } = this.options;
    this.keepAlive = clock.after(keepAliveMs, () => {
      if (this.response.writableEnded || this.response.destroyed) return;
      this.response.write(': keep-alive\n\n');
      this.scheduleKeepAlive();
    });
  }

  /** Resolves at once while the client keeps up, else when it has caught up or left. */
  private writeEvent(json: string): void | Promise<void> {
    if (this.response.write(event(json))) return undefined;
    this.drained ??= this.untilDrained();
    return this.drained;
  }

  private untilDrained(): Promise<void> {
    const { response } = this;
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        this.drained = undefined;
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
}

/** JSON text never holds a raw line break, so one data line always suffices. */
const event = (json: string): string => `event: message\ndata: ${json}\n\n`;
