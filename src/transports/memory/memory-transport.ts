import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import type { ResolvedPrincipal } from '../../authorization/principal-resolver.js';
import { answerToMessage } from '../../dispatch/answer.js';
import { standInHost } from '../../dispatch/stand-in-host.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { OutgoingMessage } from '../../protocol/json-rpc.js';
import { Connection } from '../../sessions/connection.js';
import type { ChannelParts } from '../message-channel.js';
import { MessageChannel } from '../message-channel.js';

/** One client inside this process. */
export interface MemoryLink {
  /** Everything the server writes. */
  readonly messages$: Observable<OutgoingMessage>;
  /** Hands the server a message; resolves when it is answered, or at once if it needs no answer. */
  send(message: unknown): Promise<void>;
  /** Ends the connection and cancels what still runs. */
  close(): void;
}

/** What the transport is made of. */
export interface MemoryParts extends Omit<ChannelParts, 'connection' | 'sink'> {
  readonly nextId: IdGenerator;
}

const NOBODY: ResolvedPrincipal = { principal: undefined, principalKey: undefined };

/** Connects clients inside this process, with the same pipeline as any other transport. */
export class MemoryTransport implements BeforeApplicationShutdown {
  private readonly links = new Set<MemoryLink>();

  constructor(private readonly parts: MemoryParts) {}

  /** @param caller who is at the other end; by default nobody */
  connect(caller: ResolvedPrincipal = NOBODY): MemoryLink {
    const { dispatcher, nextId } = this.parts;
    const { principal, principalKey } = caller;
    const messages$ = new Subject<OutgoingMessage>();
    const connection = new Connection(nextId(), principalKey, { transport: 'memory' });
    const channel = new MessageChannel({
      ...this.parts,
      connection,
      sink: {
        isOpen: true,
        answer: (answer) => messages$.next(answerToMessage(answer)),
        send: (message) => messages$.next(message),
      },
    });
    connection.closer = (end) => void channel.stop(end).then(() => messages$.complete());
    const link: MemoryLink = {
      messages$,
      send: (message) =>
        channel.receive(message, { principal, principalKey, host: standInHost(principal) }),
      close: () => {
        channel.close('disconnected');
        dispatcher.cancelAll(connection, 'the connection was closed');
        messages$.complete();
      },
    };
    this.links.add(link);
    messages$.subscribe({ complete: () => this.links.delete(link) });
    return link;
  }

  /** By now calls are answered. Nothing comes any more, which clients may wait for. */
  beforeApplicationShutdown(): void {
    for (const link of this.links) link.close();
  }
}
