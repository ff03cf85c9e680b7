import type { Logger } from '@nestjs/common';
import type { Answer } from '../../dispatch/answer.js';
import { encodeAnswer } from '../../dispatch/answer.js';
import { busyError } from '../../dispatch/failures/limit-errors.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import { BusyError } from '../../dispatch/slots/busy.error.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import { parseEnvelope } from '../../protocol/envelope.js';
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

  /** True where several messages may come as one array. */
  get hasBatches(): boolean {
    return this.connection.handshake?.revision.hasBatches ?? false;
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
   * Why a request cannot be taken now. It is not told on the stream: an error under an id in use would
   * pass for the answer to the first request, and a client that is behind has enough to read. Without
   * the latter one that never reads could pile up answers without bound.
   */
  refusalOf({ id }: JsonRpcRequest): RequestRefusal | undefined {
    const { dispatcher, limits } = this.parts;
    if (dispatcher.isInFlight(this.connection, id)) {
      const error = invalidRequest(`A request with id ${JSON.stringify(id)} is still in progress`);
      return { status: 400, error: error.toErrorObject() };
    }
    if (this.stream.waitingBytes < limits.maxBufferedBytes) return undefined;
    const error = new BusyError('connection', limits.maxBufferedBytes);
    return { status: 503, error: busyError(error, ASSUMED_LEGACY_REVISION).toErrorObject() };
  }

  /** Takes a message that came by a POST. Returns when it is answered. Never rejects. */
  receive(message: unknown, sender: MessageSender): Promise<void> {
    return this.channel.receive(message, sender);
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

  /** Ends the stream, and with it the connection. */
  end(): void {
    this.stream.cut();
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
