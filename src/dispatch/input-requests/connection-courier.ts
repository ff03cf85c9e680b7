import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls, ParkedOutcome } from '../parking/parked-calls.js';
import { currentCapabilities } from './can-ask.js';
import { McpClientRequestError } from './client-request.error.js';
import { missingNeeds } from './client-needs.js';
import type { InputRequest } from './input-request.interface.js';
import type { QuestionCourier } from './question-courier.interface.js';
import type { UrlElicitations } from './url-elicitations.js';

/** Questions on a connection: requests of the server, sent on the stream of the call that caused them. */
export class ConnectionCourier implements QuestionCourier {
  private readonly ended = new AbortController();

  constructor(
    private readonly call: ActiveCall,
    private readonly connection: Connection,
    private readonly parked: ParkedCalls,
    private readonly elicitations: UrlElicitations,
  ) {}

  async deliver(
    _name: string,
    request: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<ParkedOutcome> {
    this.requireClient(request);
    const { elicitationId } = request;
    if (elicitationId === undefined) return this.wait(request, timeoutMs);
    return this.elicitations.during(elicitationId, this.connection, () =>
      this.wait(request, timeoutMs),
    );
  }

  close(): void {
    this.ended.abort(new McpClientRequestError('ended', 'the call ended before the answer came'));
  }

  private requireClient({ method, needs }: InputRequest<unknown>): void {
    const { context, signal } = this.call;
    signal.throwIfAborted();
    this.ended.signal.throwIfAborted();
    const [missing] = missingNeeds(needs, context.revision, currentCapabilities(context));
    if (missing !== undefined) {
      throw new McpClientRequestError(
        'unsupported',
        `${method}: the client does not support ${missing}`,
      );
    }
    if (!context.outlet.isOpen) {
      throw new McpClientRequestError('unreachable', `${method}: no stream leads to the client`);
    }
  }

  private async wait(
    { method, params }: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<ParkedOutcome> {
    const { call, connection, parked, ended } = this;
    const clock = call.callback?.clock;
    clock?.pause();
    try {
      return await parked.park(call, connection, {
        idPrefix: 'question',
        method,
        params,
        timeoutMs,
        until: ended.signal,
      });
    } finally {
      clock?.resume();
    }
  }
}
