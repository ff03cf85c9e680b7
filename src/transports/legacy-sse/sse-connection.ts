import type { Logger } from '@nestjs/common';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import { busyError } from '../../dispatch/failures/limit-errors.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import { BusyError } from '../../dispatch/slots/busy.error.js';
import type { BatchLimits, DecodedBatch } from '../../protocol/decode-batch.js';
import { decodeBatch } from '../../protocol/decode-batch.js';
import type { DecodedMessage } from '../../protocol/decode-message.js';
import { hasEnvelope, parseEnvelope } from '../../protocol/envelope.js';
import type { JsonRpcErrorObject, JsonRpcRequest } from '../../protocol/json-rpc.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { weigh } from '../../protocol/message-weight.js';
import { invalidRequest, unsupportedVersion } from '../../protocol/protocol-errors.js';
import { ASSUMED_LEGACY_REVISION } from '../../protocol/revisions/revisions.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { Connection } from '../../sessions/connection.js';
import type { WriterLimits } from '../bounded-writer.js';
import type { EventStream } from '../http/streams/event-stream.js';
import type { MessageSender } from '../message-channel.js';
import { MessageChannel } from '../message-channel.js';

/** What every connection is served with. */
export interface SseConnectionParts {
  readonly dispatcher: McpDispatcher;
  readonly revisions: ServedRevisions;
  readonly limits: WriterLimits & BatchLimits;
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

  constructor(
    private readonly connection: Connection,
    private readonly stream: EventStream,
    private readonly parts: SseConnectionParts,
  ) {
    this.channel = new MessageChannel({
      dispatcher: parts.dispatcher,
      revisions: parts.revisions,
      transport: 'http',
      connection,
      limits: parts.limits,
      logger: parts.logger,
      sink: {
        get isOpen() {
          return stream.isOpen;
        },
        answer: (answer) => this.answer(answer),
        send: (message) => stream.send({ data: JSON.stringify(message), weight: weigh(message) }),
      },
    });
    stream.onClose(() => {
      this.channel.close();
      parts.dispatcher.cancelAll(connection, 'the stream was closed');
    });
  }

  get id(): string {
    return this.connection.id;
  }

  /** The messages of an array, or `undefined` where the revision has no batches. */
  batchOf(values: readonly unknown[]): DecodedBatch | undefined {
    const hasBatches = this.connection.handshake?.revision.hasBatches ?? false;
    return hasBatches ? decodeBatch(values, this.parts.limits) : undefined;
  }

  /** Key of the principal that opened the stream. */
  get ownerKey(): string | undefined {
    return this.connection.ownerKey;
  }

  /** Tells the client where to post its messages; it waits for that before it sends any. */
  announce(uri: string): void {
    void this.stream.send({ name: 'endpoint', data: uri, weight: 'essential' });
  }

  /**
   * Why a request cannot be taken now. It is not told on the stream, where an error under an id in use
   * would pass for the answer to the first request.
   */
  refusalOf({ id }: JsonRpcRequest): RequestRefusal | undefined {
    if (!this.parts.dispatcher.isInFlight(this.connection, id)) return this.busyRefusal;
    const error = invalidRequest(`A request with id ${JSON.stringify(id)} is still in progress`);
    return { status: 400, error: error.toErrorObject() };
  }

  /** Why no request can be taken now: answers for a client that never reads would pile up without bound. */
  get busyRefusal(): RequestRefusal | undefined {
    const { limits } = this.parts;
    if (this.stream.waitingBytes < limits.maxBufferedBytes) return undefined;
    const error = new BusyError('connection', limits.maxBufferedBytes);
    return { status: 503, error: busyError(error, ASSUMED_LEGACY_REVISION).toErrorObject() };
  }

  /** Takes a message that came by a POST. Returns when it is answered. Never rejects. */
  async receive(message: DecodedMessage, value: unknown, sender: MessageSender): Promise<void> {
    if (message.kind === 'invalid') return this.answer({ id: message.id, error: message.error });
    if (message.kind === 'request' && hasEnvelope(message.request.params)) {
      return this.refuseEnvelope(message.request);
    }
    await this.channel.receive(value, sender);
  }

  /** Calls `listener` when the stream is over, whoever ended it. */
  onClose(listener: () => void): void {
    this.stream.onClose(listener);
  }

  /** Ends the stream, and with it the connection. */
  end(): void {
    this.stream.cut();
  }

  /** 2026-07-28 has no binding to this transport. */
  private refuseEnvelope({ id, params }: JsonRpcRequest): void {
    const versions = this.parts.revisions.legacy.map(({ version }) => version);
    this.answer({ id, error: envelopeRefusal(params, versions).toErrorObject() });
  }

  private answer(answer: Answer): void {
    void this.stream.send({ data: encodeAnswer(answer), weight: 'essential' });
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
