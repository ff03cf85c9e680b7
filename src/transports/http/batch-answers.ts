import type { Answer, Settlement } from '../../dispatch/answer.js';
import { isAnswer } from '../../dispatch/answer.js';
import { NO_REPLY } from '../../dispatch/hooks/no-reply.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { JsonRpcNotification, ServerRequest } from '../../protocol/json-rpc.js';
import type { HttpResponder } from './http-responder.js';

/**
 * The one response to a batch. Its answers wait for each other, and make one array in the order of the
 * requests; once the response is a stream, each goes out as it comes, in an event of its own, since
 * clients expect one message there.
 */
export class BatchAnswers implements Outlet {
  private readonly held = new Map<number, Answer>();
  private hasAnswered = false;
  /** True when the application answered one of them with nothing. */
  private wasTaken = false;

  constructor(private readonly responder: HttpResponder) {}

  get isOpen(): boolean {
    return this.responder.isOpen;
  }

  /** Streams what one of the requests sends, and with it the answers that waited. */
  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    const sent = this.responder.send(message);
    if (this.responder.isStreaming) this.release();
    return sent;
  }

  /**
   * Takes the answer to one request, if there is one.
   *
   * @param position of the request in the batch
   */
  take(answer: Settlement, position: number): void {
    if (!isAnswer(answer)) {
      this.wasTaken ||= answer === NO_REPLY;
      return;
    }
    this.hasAnswered = true;
    this.held.set(position, answer);
    if (this.responder.isStreaming || !this.responder.takesJson) this.release();
  }

  /** Nothing more will come. */
  end(): void {
    if (!this.hasAnswered) this.responder.answer(this.wasTaken ? NO_REPLY : null);
    else if (this.responder.isStreaming) this.responder.endStream();
    else this.responder.answerTogether(this.inOrder());
  }

  private release(): void {
    for (const answer of this.inOrder()) this.responder.streamAnswer(answer);
    this.held.clear();
  }

  private inOrder(): readonly Answer[] {
    return [...this.held].toSorted(([a], [b]) => a - b).map(([, answer]) => answer);
  }
}
