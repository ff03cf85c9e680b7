/**
 * Which stream an event belongs to.
 *
 * @publicApi
 */
export interface EventStreamAddress {
  readonly sessionId: string;
  /** Unguessable, and unique among all sessions. */
  readonly streamId: string;
}

/**
 * One message of a stream.
 *
 * @publicApi
 */
export interface StoredEvent {
  /** Position in the stream: a whole number from 1, without gaps. */
  readonly sequence: number;
  /** The message as JSON text. */
  readonly data: string;
}

/**
 * Keeps the messages of streams, so that a client that lost its connection can have those it missed
 * (2025-03-26 to 2025-11-25, Streamable HTTP: resumability). The server gives ids itself and never
 * waits for the store when it sends. A method that rejects is logged, and its history is missing for
 * clients that come back; live messages are delivered all the same.
 *
 * The methods of one stream are called one after the other, each when the one before has settled, but
 * for `forgetSession`, which may come at any time and is the last.
 *
 * @publicApi
 */
export interface EventStore {
  /** Keeps a message; an older one may be forgotten for it, but not the newest of a stream. */
  append(stream: EventStreamAddress, event: StoredEvent): Promise<void>;

  /** The messages that are kept after `sequence`, in order; none for a stream that is not known. */
  readAfter(stream: EventStreamAddress, sequence: number): Promise<readonly StoredEvent[]>;

  /** Nothing more comes; the stream may be forgotten after `keepMs` milliseconds. */
  endStream(stream: EventStreamAddress, keepMs: number): Promise<void>;

  /** Forgets a stream. */
  forgetStream(stream: EventStreamAddress): Promise<void>;

  /** Forgets all streams of a session, which has ended. */
  forgetSession(sessionId: string): Promise<void>;
}
