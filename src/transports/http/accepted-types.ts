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
  const ranges = header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => NEVER.test(parameter)) ? [] : [type];
  });
  const accepts = (type: string, family: string) =>
    ranges.some((range) => range === type || range === family || range === '*/*');
  const json = accepts('application/json', 'application/*');
  const stream = accepts('text/event-stream', 'text/*');
  return json || stream ? { json, stream } : undefined;
}
