import { changeOf, requireSayable } from '../../notifications/notification-method.js';
import type { JsonObject } from '../../protocol/json.js';
import { normaliseUri } from '../../registry/uri-template/normalise-uri.js';
import type { SessionLink } from './session-link.interface.js';

/**
 * Whether a session may be told this: changed lists if that is declared, changed resources if it
 * subscribed to them. In 2026-07-28 both go to listens, which look themselves whether they asked for it,
 * and not to other requests.
 *
 * @throws TypeError for what is no notification, or has a meaning that the server must keep
 */
export function mayNotify(method: string, params: JsonObject, link: SessionLink): boolean {
  requireSayable(method);
  const change = changeOf(method, params);
  if (change === undefined || link.isListen) return true;
  const { connection, revision } = link.context;
  if (revision.era === 'modern' || connection === undefined) return false;
  if (change.type === 'list_changed') {
    return connection.isLasting && link.tellsChanges(change.list);
  }
  return connection.subscriptions.has(normaliseUri(change.uri));
}
