import type { ServerResponse } from 'node:http';
import type {
  JsonRpcErrorObject,
  JsonRpcNotification,
  RequestId,
  ServerRequest,
} from '../../protocol/json-rpc.js';
import type { Answer, Settlement } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import { NO_REPLY } from '../../dispatch/hooks/no-reply.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { DroppedMessages } from '../dropped-messages.js';
import type { TransportReports } from '../transport-reports.js';
import type { AcceptedTypes } from './accepted-types.js';
import type { AnswerStream, AnswerStreamSource } from './streams/answer-stream.interface.js';
import type { EventStreamOptions } from './streams/event-stream.js';
import { EventStream } from './streams/event-stream.js';
import { plainAnswerStreams } from './streams/plain-answer-stream.js';

/** What a responder needs besides the response. */
export interface ResponderOptions extends Omit<EventStreamOptions, 'onDropped'> {
  readonly dropped: DroppedMessages;
  readonly reports: TransportReports;
  readonly accepts: AcceptedTypes;
}

/**
 * The answer to one HTTP request: plain JSON, unless a notification comes first. Then the response
 * becomes an event stream, and the answer its last event.
 */
export class HttpResponder implements Outlet {
  private stream: AnswerStream | undefined;
  private streams = plainAnswerStreams;
  private extraHeaders: Readonly<Record<string, string>> = {};

  constructor(
    private readonly response: ServerResponse,
    private readonly options: ResponderOptions,
  ) {}

  /** Headers of the answer that only the handling of the request decides, such as a session id. */
  setHeaders(headers: Readonly<Record<string, string>>): void {
    this.extraHeaders = headers;
  }

  /** Where the stream comes from if the response becomes one; by default it cannot be resumed. */
  streamFrom(streams: AnswerStreamSource): void {
    this.streams = streams;
  }

  /** True while the client can be reached by a stream. */
  get isOpen(): boolean {
    if (this.stream !== undefined) return this.stream.isOpen;
    return this.options.accepts.stream && this.isWritable && this.streams.hasRoom;
  }

  /**
   * Streams a message. A notification for a client that accepts no stream goes by another one of its
   * session, if there is one. What work left running sends after the answer is dropped.
   */
  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    if (!this.isOpen) return this.sendBeside(message);
    this.stream ??= this.streams.open(this.openStream());
    return this.stream.send(message);
  }

  /** Lets the client come back for the rest of the stream, where its session has that. */
  closeStream(retryMs: number): void {
    if (!this.streams.canSuspend || !this.isOpen) return;
    this.stream ??= this.streams.open(this.openStream());
    this.stream.suspend?.(retryMs);
  }

  /**
   * Sends the one answer. `null` ends the exchange without one, and so does `NO_REPLY`, which says that
   * the request was taken.
   */
  answer(answer: Settlement, status = 200): void {
    if (answer === null) return this.endWithoutAnswer();
    if (answer === NO_REPLY) return this.stream === undefined ? this.accept() : this.endStream();
    if (this.stream !== undefined) return this.stream.answer(encodeAnswer(answer, true));
    if (!this.isWritable) return;
    const json = encodeAnswer(answer, true);
    // A stream would be a 200, and the status is what proxies and clients of 2026-07-28 look at.
    if (this.options.accepts.json || status !== 200) return this.sendJson(status, json);
    this.stream = plainAnswerStreams.open(this.openStream());
    this.stream.answer(json);
  }

  /** True once the response is a stream. */
  get isStreaming(): boolean {
    return this.stream !== undefined;
  }

  /** True when the client takes an answer that is no stream. */
  get takesJson(): boolean {
    return this.options.accepts.json;
  }

  /** Sends one of several answers as an event; `endStream` follows after the last. */
  streamAnswer(answer: Answer): void {
    if (this.stream === undefined) {
      if (!this.isWritable) return;
      const source = this.streams.hasRoom ? this.streams : plainAnswerStreams;
      this.stream = source.open(this.openStream());
    }
    this.stream.give(encodeAnswer(answer, true));
  }

  /** Ends the stream after everything that was sent. */
  endStream(): void {
    this.stream?.end();
  }

  /** Sends several answers as one array. */
  answerTogether(answers: readonly Answer[]): void {
    if (!this.isWritable) return;
    // Piece by piece: together they may be longer than a string can be.
    const texts = answers.map((answer) => encodeAnswer(answer, true));
    this.sendJson(200, ...texts.map((text, index) => `${index === 0 ? '[' : ','}${text}`), ']');
  }

  /** Refuses the request before any method ran. */
  refuse(status: number, error: JsonRpcErrorObject, id: RequestId | null = null): void {
    this.options.reports.refused('http', error.code, status);
    this.sendJson(status, encodeAnswer({ id, error }, true));
  }

  /** One of several messages is refused; its answer goes with the others. */
  reportRefusal({ code }: JsonRpcErrorObject): void {
    this.options.reports.refused('http', code);
  }

  /** 202: a notification or response was taken. */
  accept(): void {
    if (this.isWritable) this.response.writeHead(202, this.extraHeaders).end();
  }

  /** Makes the response an event stream, which the caller then owns. */
  openStream(connectionId = this.streams.connectionId): EventStream {
    const onDropped = this.options.dropped.of('http', connectionId);
    const stream = new EventStream(
      this.response,
      { ...this.options, onDropped },
      this.extraHeaders,
    );
    stream.onClose(this.options.reports.streamOpened({ transport: 'http', connectionId }));
    return stream;
  }

  /** Not for questions: those come on the stream of the request that caused them, or not at all. */
  private sendBeside(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    if ('id' in message || this.options.accepts.stream || !this.isWritable) return undefined;
    return this.streams.sendBeside?.(message);
  }

  private get isWritable(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  private sendJson(status: number, ...pieces: readonly string[]): void {
    this.response.writeHead(status, {
      ...this.extraHeaders,
      'content-type': 'application/json',
      'content-length': pieces.reduce((bytes, piece) => bytes + Buffer.byteLength(piece), 0),
    });
    for (const piece of pieces.slice(0, -1)) this.response.write(piece);
    this.response.end(pieces.at(-1));
  }

  private endWithoutAnswer(): void {
    if (this.stream !== undefined) return this.stream.cut();
    if (this.isWritable) this.response.writeHead(204, this.extraHeaders).end();
  }
}
