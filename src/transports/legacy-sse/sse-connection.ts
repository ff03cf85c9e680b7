import type { Logger } from '@nestjs/common';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import { busyError } from '../../dispatch/failures/limit-errors.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import { BusyError } from '../../dispatch/slots/busy.error.js';
import type { BatchLimits, DecodedBatch } from '../../protocol/decode-batch.js';
import type { DecodedMessage } from '../../protocol/decode-message.js';
import { parseEnvelope } from '../../protocol/envelope.js';
import type { JsonRpcErrorObject, JsonRpcRequest, RequestId } from '../../protocol/json-rpc.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { weigh } from '../../protocol/message-weight.js';
import { invalidRequest, unsupportedVersion } from '../../protocol/protocol-errors.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { WriterLimits } from '../bounded-writer.js';
import type { EventStream } from '../http/streams/event-stream.js';
import type { MessageSender } from '../message-channel.js';
import { MessageChannel } from '../message-channel.js';
import type { TransportReports } from '../transport-reports.js';

/** What every connection is served with. */
export interface SseConnectionParts {
  readonly dispatcher: McpDispatcher;
  readonly revisions: ServedRevisions;
  readonly limits: WriterLimits & BatchLimits;
  readonly reports: TransportReports;
  readonly logger: Logger;
}

/** A request that is not taken, and the status that says so. */
export interface RequestRefusal {
  readonly status: number;
  readonly error: JsonRpcErrorObject;
}

/**
 * One client of HTTP+SSE. Its stream is its connection: everything for the client goes out there, and
 * when it closes, everything of the client ends.
 */
export class SseConnection {
  private readonly channel: MessageChannel;
  private endReason: SessionEndReason = 'disconnected';

  constructor(
    private readonly connection: Connection,
    private readonly stream: EventStream,
    private readonly parts: SseConnectionParts,
  ) {
    this.channel = new MessageChannel({
      dispatcher: parts.dispatcher,
      revisions: parts.revisions,
      connection,
      limits: parts.limits,
      reports: parts.reports,
      logger: parts.logger,
      sink: {
        get isOpen() {
          return stream.isOpen;
        },
        answer: (answer) => this.answer(answer),
        send: (message) => stream.send({ data: JSON.stringify(message), weight: weigh(message) }),
      },
    });
    connection.closer = (end) => void this.channel.stop(end).then(() => stream.end());
    stream.onClose(() => {
      this.channel.close(this.endReason);
      parts.dispatcher.cancelAll(connection, 'the stream was closed');
    });
  }

  get id(): string {
    return this.connection.id;
  }

  /** Key of the principal that opened the stream. */
  get ownerKey(): string | undefined {
    return this.connection.ownerKey;
  }

  /** Tells the client where to post its messages; it waits for that before it sends any. */
  announce(uri: string): void {
    void this.stream.send({ name: 'endpoint', data: uri, weight: 'essential' });
  }

  /** Sorts the messages of an array, if what is spoken here has batches. */
  decodeBatch(values: readonly unknown[]): DecodedBatch {
    return this.channel.decodeBatch(values);
  }

  /**
   * Why requests that came together cannot be taken now. It is not told on the stream: an error under an
   * id in use would pass for the answer to the first request, and a client that is behind has enough to
   * read. Without the latter one that never reads could pile up answers without bound.
   */
  refusalOf(requests: readonly JsonRpcRequest[]): RequestRefusal | undefined {
    const { limits } = this.parts;
    const used = this.usedId(requests.map(({ id }) => id));
    if (used !== undefined) {
      const error = invalidRequest(
        `A request with id ${JSON.stringify(used)} is still in progress`,
      );
      return { status: 400, error: error.toErrorObject() };
    }
    const isBehind = this.stream.waitingBytes >= limits.maxBufferedBytes;
    if (requests.length === 0 || !isBehind) return undefined;
    const error = new BusyError('connection', limits.maxBufferedBytes);
    return { status: 503, error: busyError(error, ASSUMED_LEGACY_REVISION).toErrorObject() };
  }

  /** Takes messages that came by one POST. Returns when they are answered. Never rejects. */
  receive(messages: readonly DecodedMessage[], sender: MessageSender): Promise<void> {
    return this.channel.receiveAll(messages, sender);
  }

  /** Answers a request of 2026-07-28, which has no binding to this transport. */
  refuseEnvelope({ id, params }: JsonRpcRequest): void {
    const versions = this.parts.revisions.legacy.map(({ version }) => version);
    this.answer({ id, error: envelopeRefusal(params, versions).toErrorObject() });
  }

  /** Calls `listener` when the stream is over, whoever ended it. */
  onClose(listener: () => void): void {
    this.stream.onClose(listener);
  }

  /** The server stops: ends the stream, and with it the connection. */
  end(): void {
    this.endReason = 'shutdown';
    this.stream.cut();
  }

  /** An id that a running request has, or another one that came with it. */
  private usedId(ids: readonly RequestId[]): RequestId | undefined {
    const { dispatcher } = this.parts;
    const isTaken = (id: RequestId) => dispatcher.isInFlight(this.connection, id);
    return ids.find((id, index) => isTaken(id) || ids.indexOf(id) !== index);
  }

  private answer(answer: Answer): void {
    void this.stream.send({ data: encodeAnswer(answer, true), weight: 'essential' });
  }
}

/** A broken envelope wins over its version, as everywhere (2026-07-28, Basic). */
function envelopeRefusal(
  params: JsonRpcRequest['params'],
  versions: readonly string[],
): McpException {
  try {
    return unsupportedVersion(versions, parseEnvelope(params).protocolVersion);
  } catch (thrown) {
    if (thrown instanceof McpException) return thrown;
    throw thrown;
  }
}
