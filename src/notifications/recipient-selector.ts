import type { McpRecipient } from '../protocol/mcp-recipient.interface.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { NO_TAGS, withTags } from '../protocol/mcp-tags.js';

/**
 * Whether somebody is meant.
 *
 * @publicApi
 */
export type RecipientPredicate = (recipient: McpRecipient) => boolean;

/**
 * Who is meant: whoever has all these tags, or everybody a function says yes to. Tags can be sent to
 * another process, a function cannot.
 *
 * @publicApi
 */
export type RecipientSelector = McpTags | RecipientPredicate;

/**
 * Whom something is said to.
 *
 * @publicApi
 */
export interface RecipientOptions {
  /** Default: everybody. `where: undefined` is an error, since it would mean everybody too. */
  readonly where?: RecipientSelector;
}

/**
 * Who is meant by options, `undefined` for everybody.
 *
 * @throws TypeError for a selector that is none; a tenant that is not known must not become all of them
 */
export function readSelector(options: RecipientOptions): RecipientSelector | undefined {
  if (!Object.hasOwn(options, 'where')) return undefined;
  const { where } = options;
  if (typeof where === 'function') return where;
  const tags = withTags(NO_TAGS, where);
  const missing = Object.keys(where as object).find((name) => !Object.hasOwn(tags, name));
  if (missing !== undefined) throw new TypeError(`where: the tag "${missing}" is undefined`);
  return tags;
}

/** Whether somebody is meant by a selector. */
export function toPredicate(where: RecipientSelector): RecipientPredicate {
  if (typeof where === 'function') return where;
  const wanted = Object.entries(where);
  return ({ tags }) =>
    wanted.every(([name, value]) => Object.hasOwn(tags, name) && tags[name] === value);
}
