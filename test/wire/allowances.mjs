/**
 * What a server of ours may send although the schema of a revision does not allow it. Nothing else in
 * the suite is exempt.
 */

/** HTTP statuses with which a request is refused before its body is read, or without regard to it. */
const UNREAD = new Set([403, 405, 406, 413, 415, 500, 503]);

/** JSON that is too long or too deep is not parsed either. */
const PARSE_ERROR = -32700;

/**
 * An error about a request whose id could not be read. JSON-RPC 2.0 (section 5.1) prescribes
 * `id: null`, which is what a stream of messages needs and no schema allows; on HTTP the key is left
 * out, which schemas allow from 2025-11-25 on. Neither is allowed where the id was readable. In a
 * batch such an error stands beside answers, so that the status is no error's.
 *
 * @returns the message as the schema wants it, or `undefined` where there is no excuse
 */
export function withReadableId(message, { status, isUnreadable, isBatch }) {
  const isHttp = status !== undefined;
  const isMissing = isHttp ? !('id' in message) && (status >= 400 || isBatch) : message.id === null;
  const isUnread = UNREAD.has(status) || message.error?.code === PARSE_ERROR;
  if (!isMissing || !(isUnreadable || isUnread)) return undefined;
  return { ...message, id: 0 };
}
