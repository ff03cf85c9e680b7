/** Which kinds of answer a client can take. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly stream: boolean;
}

const EVERYTHING: AcceptedTypes = { json: true, stream: true };

/** The weight of what is not acceptable at all (RFC 9110, 12.4.2). */
const NEVER = /^q=0(\.0*)?$/;

/**
 * Reads `Accept`, leniently: proxies shorten it and some clients omit it. `undefined` when it names
 * types but none of ours.
 */
export function readAccepted(header: string | undefined): AcceptedTypes | undefined {
  if (header === undefined || header.trim() === '') return EVERYTHING;
  const allowed = new Map<string, boolean>();
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
    allowed.set(type, !parameters.some((parameter) => NEVER.test(parameter)));
  }
  // The most specific range counts (RFC 9110, 12.5.1).
  const accepts = (type: string, family: string) =>
    allowed.get(type) ?? allowed.get(family) ?? allowed.get('*/*') ?? false;
  const json = accepts('application/json', 'application/*');
  const stream = accepts('text/event-stream', 'text/*');
  return json || stream ? { json, stream } : undefined;
}
