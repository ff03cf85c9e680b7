/**
 * Thrown instead of a failure that an exception filter (or a guard) answered itself: by returning a
 * value, or by writing to the response. `text` is what it said, `undefined` if it said nothing.
 */
export class FilterReply extends Error {
  override readonly name = 'FilterReply';

  constructor(
    readonly text: string | undefined,
    cause: unknown,
  ) {
    super('answered by an exception filter', { cause });
  }
}

/** What a reply says, as text a client can read. */
export function replyText(body: unknown): string | undefined {
  if (body === undefined || body === null || body === '') return undefined;
  if (typeof body === 'string') return body;
  if (Buffer.isBuffer(body)) return body.toString('utf8');
  return JSON.stringify(body);
}
