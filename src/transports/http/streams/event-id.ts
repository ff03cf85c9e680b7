/** A position in a stream, as the client names it. */
export interface EventPosition {
  readonly streamId: string;
  /** The last event the client has; 0 before the first. */
  readonly sequence: number;
}

const FORM = /^(?<streamId>[\w-]+)\.(?<digits>0|[1-9]\d{0,14})$/;

/** The id of an event. It says which stream it is of (2025-11-25, Streamable HTTP: resumability). */
export const formatEventId = ({ streamId, sequence }: EventPosition): string =>
  `${streamId}.${sequence}`;

/** Reads an id a client sent; `undefined` for one that cannot be ours. */
export function parseEventId(text: string): EventPosition | undefined {
  const { streamId, digits } = FORM.exec(text)?.groups ?? {};
  if (streamId === undefined || digits === undefined) return undefined;
  return { streamId, sequence: Number(digits) };
}
