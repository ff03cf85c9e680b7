import type { Outlet } from '../dispatch/outlet.interface.js';
import type { JsonRpcNotification, ServerRequest } from '../protocol/json-rpc.js';

/**
 * The outlet of one request among several that share a way to the client. Work may go on after the
 * answer, but its messages stop (every revision, Progress). The shared connection is not its to end.
 */
export class RequestOutlet implements Outlet {
  private isAnswered = false;

  constructor(private readonly shared: Outlet) {}

  get isOpen(): boolean {
    return !this.isAnswered && this.shared.isOpen;
  }

  send(message: JsonRpcNotification | ServerRequest): void | Promise<void> {
    return this.isAnswered ? undefined : this.shared.send(message);
  }

  /** The request is answered. */
  close(): void {
    this.isAnswered = true;
  }
}
