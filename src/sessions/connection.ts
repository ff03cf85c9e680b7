import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import type { Implementation } from '../protocol/implementation.interface.js';
import type { LogLevel } from '../protocol/log-level.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';

/** What `initialize` settles. */
export interface Handshake {
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
}

/**
 * One legacy conversation: a session on Streamable HTTP, the process on stdio. It outlives its
 * streams and requests.
 */
export class Connection {
  /** Set by `initialize`; a later `initialize` refreshes client info and capabilities. */
  handshake: Handshake | undefined;

  /** Threshold of log messages; `undefined` until the client sets one, and then all are sent. */
  logLevel: LogLevel | undefined;

  /**
   * @param id unguessable
   * @param ownerKey key of the principal that opened it; nobody else may use it
   */
  constructor(
    readonly id: string,
    readonly ownerKey: string | undefined,
  ) {}
}
