import type { Clock } from '../../../protocol/clock.js';
import type { IdGenerator } from '../../../protocol/id-generator.js';
import type { JsonRpcNotification } from '../../../protocol/json-rpc.js';
import type { EventStore } from '../../../sessions/event-store.interface.js';
import type { AnswerStreamSource } from './answer-stream.interface.js';
import { parseEventId } from './event-id.js';
import type { EventStream } from './event-stream.js';
import { SessionStream } from './session-stream.js';
import type { StreamHistoryLimits } from './stream-history.js';
import { StreamHistory } from './stream-history.js';

/** Bounds of the streams of one session. */
export interface SessionStreamLimits extends StreamHistoryLimits {
  /** Streams of calls that are open or can be resumed. */
  readonly maxStreamsPerSession: number;
}

/** What the streams of a session are made of. */
export interface SessionStreamsParts {
  readonly sessionId: string;
  /** Absent where clients cannot come back. */
  readonly store: EventStore | undefined;
  /** Whether the client may know streams of another process, which are gone. */
  readonly isRestored?: boolean;
  /** Whether streams may be polled (2025-11-25). */
  readonly hasPolling: boolean;
  readonly limits: SessionStreamLimits;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  /** Called when a call gets no stream, since there are too many. */
  readonly onFull: () => void;
}

/** What ids of streams begin with that belong to no call, whichever process gave them. */
const STANDALONE = 'session-';

/** A place in a stream to go on from. */
export interface ResumePoint {
  readonly stream: SessionStream;
  readonly after: number;
}

/** A stream whose answer was given, and which can be resumed for a while. */
interface Ended {
  readonly stream: SessionStream;
  readonly history: StreamHistory | undefined;
  readonly at: number;
}

/**
 * The streams of one session: one that stands by itself, for what belongs to no request, and one for
 * each request that streams. No message goes to two of them (every legacy revision, Streamable HTTP:
 * multiple connections).
 */
export class SessionStreams implements AnswerStreamSource {
  /** It exists as long as the session, whether or not a connection carries it. */
  readonly standalone: SessionStream;
  private readonly histories = new Set<StreamHistory>();
  private readonly live = new Map<string, SessionStream>();
  /** In the order in which they ended. */
  private readonly ended = new Map<string, Ended>();

  constructor(private readonly parts: SessionStreamsParts) {
    const id = `${STANDALONE}${parts.nextId()}`;
    this.standalone = new SessionStream({
      id,
      history: this.createHistory(id),
      isPrimed: this.canSuspend,
    });
  }

  get connectionId(): string {
    return this.parts.sessionId;
  }

  get canSuspend(): boolean {
    return this.parts.hasPolling && this.parts.store !== undefined;
  }

  get hasRoom(): boolean {
    if (this.live.size < this.parts.limits.maxStreamsPerSession) return true;
    this.parts.onFull();
    return false;
  }

  /** A stream for one request, on its own response at first. */
  open(connection: EventStream): SessionStream {
    while (this.live.size + this.ended.size >= this.parts.limits.maxStreamsPerSession) {
      const [oldest] = this.ended.values();
      if (oldest === undefined) break;
      this.forget(oldest);
    }
    const id = this.parts.nextId();
    const history = this.createHistory(id);
    const stream: SessionStream = new SessionStream({
      id,
      history,
      isPrimed: this.canSuspend,
      onEnded: () => this.retire(stream, history),
    });
    this.live.set(id, stream);
    void stream.attach(connection);
    return stream;
  }

  /**
   * By the standalone stream, while a connection carries it. Reports of a call are worth nothing to a
   * client that comes later, and would push what is out of the history.
   */
  sendBeside(notification: JsonRpcNotification): void | Promise<void> {
    return this.standalone.isCarried ? this.standalone.send(notification) : undefined;
  }

  /**
   * Where `Last-Event-ID` leads, if it is an id that this session gave and can still serve; `over` for
   * the stream of a call that nothing more comes of, since its process is gone.
   */
  find(lastEventId: string): ResumePoint | 'over' | undefined {
    if (this.parts.store === undefined) return undefined;
    const position = parseEventId(lastEventId);
    if (position === undefined) return undefined;
    const { streamId, sequence: after } = position;
    const stream = streamId === this.standalone.id ? this.standalone : this.findCall(streamId);
    if (stream === undefined && this.parts.isRestored) return this.goOnFrom(streamId);
    return stream?.has(after) ? { stream, after } : undefined;
  }

  /** The stream of the session goes on with everything since it was restored. */
  private goOnFrom(streamId: string): ResumePoint | 'over' {
    const isOfSession = streamId.startsWith(STANDALONE);
    return isOfSession ? { stream: this.standalone, after: 0 } : 'over';
  }

  /** Ends every stream at once and forgets their histories. */
  end(): void {
    this.standalone.cut();
    for (const { stream } of this.ended.values()) stream.cut();
    for (const stream of [...this.live.values()]) stream.cut();
    this.ended.clear();
    const closed = [...this.histories].map((history) => history.close());
    this.histories.clear();
    const { store, sessionId } = this.parts;
    // The store is told last, so that nothing of the session can come after.
    void Promise.all(closed).then(() => store?.forgetSession(sessionId));
  }

  private findCall(streamId: string): SessionStream | undefined {
    const ended = this.ended.get(streamId);
    if (ended === undefined) return this.live.get(streamId);
    const isKept = this.parts.clock.now() - ended.at < this.parts.limits.eventHistoryMs;
    return isKept ? ended.stream : undefined;
  }

  private retire(stream: SessionStream, history: StreamHistory | undefined): void {
    if (!this.live.delete(stream.id) || history === undefined) return;
    this.ended.set(stream.id, { stream, history, at: this.parts.clock.now() });
  }

  private forget({ stream, history }: Ended): void {
    this.ended.delete(stream.id);
    stream.cut();
    history?.forget();
    if (history !== undefined) this.histories.delete(history);
  }

  private createHistory(streamId: string): StreamHistory | undefined {
    const { store, sessionId, limits } = this.parts;
    if (store === undefined) return undefined;
    const history = new StreamHistory(store, { sessionId, streamId }, limits);
    this.histories.add(history);
    return history;
  }
}
