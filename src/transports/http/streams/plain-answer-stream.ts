import type { JsonRpcNotification, ServerRequest } from '../../../protocol/json-rpc.js';
import { weigh } from '../../../protocol/message-weight.js';
import type { AnswerStream, AnswerStreamSource } from './answer-stream.interface.js';
import type { EventStream } from './event-stream.js';

/** A stream that ends with its connection, and whose events have no ids (2026-07-28). */
class PlainAnswerStream implements AnswerStream {
  constructor(private readonly connection: EventStream) {}

  get isOpen(): boolean {
    return this.connection.isOpen;
  }

  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    return this.connection.send({ data: JSON.stringify(message), weight: weigh(message) });
  }

  give(json: string): void {
    void this.connection.send({ data: json, weight: 'essential' });
  }

  answer(json: string): void {
    this.give(json);
    this.end();
  }

  end(): void {
    this.connection.end();
  }

  cut(): void {
    this.connection.cut();
  }
}

/** Streams that cannot be resumed. */
export const plainAnswerStreams: AnswerStreamSource = {
  connectionId: undefined,
  hasRoom: true,
  canSuspend: false,
  open: (connection) => new PlainAnswerStream(connection),
};
