import { ErrorCode } from '../../protocol/error-codes.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionRegistry } from '../../sessions/session-registry.js';
import type { HttpExchange } from './http-exchange.js';
import type { ResumePoint, SessionStreams } from './streams/session-streams.js';
import type { SessionStreamTable } from './streams/session-stream-table.js';

/**
 * GET in a session: its standalone stream, or with `Last-Event-ID` the rest of a stream whose
 * connection was lost (2025-03-26 to 2025-11-25, Streamable HTTP).
 */
export class StreamRequests {
  constructor(
    private readonly sessions: SessionRegistry,
    private readonly table: SessionStreamTable,
  ) {}

  open(exchange: HttpExchange, connection: Connection): void {
    const { responder, headers } = exchange;
    const streams = this.table.of(connection);
    const point = streams && resumePoint(streams, headers['last-event-id']);
    if (point === undefined) return responder.refuse(400, UNKNOWN_EVENT);
    // An empty stream would make clients come back for ever; this status tells them not to.
    if (point === 'over' || point.stream.endsAt(point.after ?? Number.NaN)) {
      return responder.answer(null);
    }
    const stream = responder.openStream(connection.id);
    stream.onClose(this.sessions.use(connection));
    void point.stream.attach(stream, point.after);
  }
}

/** It does not tell whether the event never was, is forgotten, or is of another session. */
const UNKNOWN_EVENT = {
  code: ErrorCode.InvalidRequest,
  message: 'Last-Event-ID does not name an event that this session can resume',
};

type StartPoint = Pick<ResumePoint, 'stream'> & Partial<ResumePoint>;

function resumePoint(
  streams: SessionStreams,
  lastEventId: unknown,
): StartPoint | 'over' | undefined {
  if (lastEventId === undefined) return { stream: streams.standalone };
  return typeof lastEventId === 'string' ? streams.find(lastEventId) : undefined;
}
