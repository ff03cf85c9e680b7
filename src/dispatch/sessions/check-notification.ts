import type { JsonObject } from '../../protocol/json.js';
import { normaliseUri } from '../../registry/uri-template/normalise-uri.js';
import type { SessionLink } from './session-link.interface.js';

/** Methods with a meaning of their own, and what says the same in the right way. */
const SAID_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['notifications/message', 'use log()'],
  ['notifications/progress', 'use progress()'],
  ['notifications/elicitation/complete', 'use McpNotificationBus.elicitationComplete()'],
  ['notifications/cancelled', 'the server sends it itself'],
  ['notifications/subscriptions/acknowledged', 'the server sends it itself'],
  ['notifications/initialized', 'only clients send it'],
  ['notifications/roots/list_changed', 'only clients send it'],
]);

const LIST_CHANGED = /^notifications\/(tools|resources|prompts)\/list_changed$/;

/**
 * Whether a session may be told this: changed lists if that is declared, changed resources if it
 * subscribed to them. In 2026-07-28 both go to listens only, and not to other requests.
 *
 * @throws TypeError for what is no notification, or has a meaning that the server must keep
 */
export function mayNotify(method: string, params: JsonObject, link: SessionLink): boolean {
  if (!/^notifications\/[^/]/.test(method)) {
    throw new TypeError(`"${method}" is no notification: its name must begin with notifications/`);
  }
  const otherwise = SAID_OTHERWISE.get(method);
  if (otherwise !== undefined) throw new TypeError(`${method}: ${otherwise}`);
  const { connection, revision } = link.context;
  const [, list] = LIST_CHANGED.exec(method) ?? [];
  const isChange = list !== undefined || method === 'notifications/resources/updated';
  if (!isChange) return true;
  if (revision.era === 'modern' || connection === undefined) return false;
  if (list !== undefined) return connection.isLasting && link.tellsChanges(list);
  return typeof params.uri === 'string' && connection.subscriptions.has(normaliseUri(params.uri));
}
