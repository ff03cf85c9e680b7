import type { JsonObject } from '../protocol/json.js';
import type { McpChange } from './mcp-change.js';

/** Methods with a meaning of their own, and what says the same in the right way. */
const SAID_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['notifications/message', 'use log()'],
  ['notifications/progress', 'use progress()'],
  ['notifications/elicitation/complete', 'use elicitationComplete()'],
  ['notifications/cancelled', 'the server sends it itself'],
  ['notifications/subscriptions/acknowledged', 'the server sends it itself'],
  ['notifications/initialized', 'only clients send it'],
  ['notifications/roots/list_changed', 'only clients send it'],
]);

const LIST_CHANGED = /^notifications\/(tools|resources|prompts)\/list_changed$/;
const RESOURCE_UPDATED = 'notifications/resources/updated';

/** @throws TypeError for what is no notification, or has a meaning that the server must keep */
export function requireSayable(method: string): void {
  if (!/^notifications\/[^/]/.test(method)) {
    throw new TypeError(`"${method}" is no notification: its name must begin with notifications/`);
  }
  const otherwise = SAID_OTHERWISE.get(method);
  if (otherwise !== undefined) throw new TypeError(`${method}: ${otherwise}`);
}

/**
 * The change that a notification tells, `undefined` for any other notification.
 *
 * @throws TypeError for a changed resource without its URI
 */
export function changeOf(method: string, params: JsonObject): McpChange | undefined {
  const [, list] = LIST_CHANGED.exec(method) ?? [];
  if (list !== undefined) {
    return { type: 'list_changed', list: list as 'tools' | 'resources' | 'prompts' };
  }
  if (method !== RESOURCE_UPDATED) return undefined;
  const { uri } = params;
  if (typeof uri !== 'string') throw new TypeError(`${method}: params.uri must be a string`);
  return { type: 'resource_updated', uri };
}
