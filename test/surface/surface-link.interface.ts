import type { Client } from '@modelcontextprotocol/client';
import type { ExpectedRevision } from '../peers/expected-revision.js';

/** Anything that came from the server. */
export type Message = Record<string, any>;

/** One request of the raw peer and what came of it. */
export interface Exchange {
  /** What came on the way of the request before its answer, in order. */
  readonly before: readonly Message[];
  readonly answer: Message;
  /** What came on its way after it, until the server has answered something else. */
  after(): Promise<readonly Message[]>;
  /** Of the HTTP response. */
  readonly status?: number;
}

/** A server, and both clients that speak with it in one era over one transport. */
export interface SurfaceLink {
  readonly era: 'legacy' | 'modern';
  readonly transport: 'http' | 'stdio';
  /** What differs from revision to revision in every client's eyes. */
  readonly expected: ExpectedRevision;
  /** The official client. */
  readonly client: Client;

  /** Another official client of the same server: over HTTP with a session of its own. */
  connect(): Promise<Client>;

  /** Sends a request by hand, complete with what the era wants. */
  ask(method: string, params?: Message): Promise<Exchange>;

  /** Sends a message that is answered by nothing. Gives what came of it nevertheless. */
  tell(message: object): Promise<readonly Message[]>;

  /** Sends a text as it is, and gives the next message. */
  write(text: string): Promise<Message>;

  /** Lines of the server's standard output that are no messages, where that carries messages. */
  readonly stray: readonly string[];

  /** Everything the server has printed so far, but for its messages. */
  readonly printed: string;

  /** Resolves once the server has printed this. */
  prints(text: string): Promise<void>;

  close(): Promise<void>;
}

/** Which server of the application is meant. */
export interface SurfaceLinkOptions {
  readonly server?: 'bare';
}

/** A way to the server, for `describe.each`. */
export interface SurfaceWay {
  readonly name: string;
  open(options?: SurfaceLinkOptions): Promise<SurfaceLink>;
}

/** One feature, checked over whatever link it is given. */
export type Row = (link: SurfaceLink) => Promise<void>;

/** Rows by the sentence that each of them proves. */
export type Rows = Readonly<Record<string, Row>>;
