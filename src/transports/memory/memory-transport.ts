import type { Logger } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { answerToMessage } from '../../dispatch/answer.js';
import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { OutgoingMessage } from '../../protocol/json-rpc.js';
import type { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { Connection } from '../../sessions/connection.js';
import { MessageChannel } from '../message-channel.js';
import type { TransportReports } from '../transport-reports.js';

/** One client inside this process. */
export interface MemoryLink {
  /** Everything the server writes. */
  readonly messages$: Observable<OutgoingMessage>;
  /** Hands the server a message; resolves when it is answered, or at once if it needs no answer. */
  send(message: unknown): Promise<void>;
  /** Ends the connection and cancels what still runs. */
  close(): void;
}

/** Connects clients inside this process, with the same pipeline as any other transport. */
export class MemoryTransport {
  constructor(
    private readonly dispatcher: McpDispatcher,
    private readonly revisions: ServedRevisions,
    private readonly nextId: IdGenerator,
    private readonly logger: Logger,
    private readonly limits: BatchLimits,
    private readonly reports: TransportReports,
  ) {}

  connect(): MemoryLink {
    const messages$ = new Subject<OutgoingMessage>();
    const connection = new Connection(this.nextId(), undefined, { transport: 'memory' });
    const channel = new MessageChannel({
      dispatcher: this.dispatcher,
      revisions: this.revisions,
      transport: 'memory',
      connection,
      limits: this.limits,
      reports: this.reports,
      logger: this.logger,
      sink: {
        isOpen: true,
        answer: (answer) => messages$.next(answerToMessage(answer)),
        send: (message) => messages$.next(message),
      },
    });
    connection.closer = (end) => void channel.stop(end).then(() => messages$.complete());
    return {
      messages$,
      send: (message) => channel.receive(message),
      close: () => {
        channel.close('disconnected');
        this.dispatcher.cancelAll(connection, 'the connection was closed');
        messages$.complete();
      },
    };
  }
}
