import type { ChangedList } from '../../notifications/mcp-change.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import { normaliseUri } from '../../registry/uri-template/normalise-uri.js';

/** What a listen wants to know, or will be told. */
export interface ListenFilter {
  readonly lists: ReadonlySet<ChangedList>;
  /** `undefined` when no resources are named at all. */
  readonly uris: readonly string[] | undefined;
  /** `undefined` when no tasks are named at all. */
  readonly taskIds: readonly string[] | undefined;
}

/** The members of a filter that are switches (2026-07-28, SubscriptionFilter). */
const LIST_MEMBERS: readonly (readonly [string, ChangedList])[] = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
];

/**
 * Reads the filter of `subscriptions/listen`. Members this server does not know are ignored, and
 * spellings that name the same resource count once.
 *
 * @param maxUris resources it may name, and tasks
 * @throws McpException `-32602` for a filter that is none, and for too many of either
 */
export function readListenFilter({ notifications }: JsonObject, maxUris: number): ListenFilter {
  if (!isJsonObject(notifications)) throw malformed('notifications must be an object');
  const lists = LIST_MEMBERS.filter(([member]) => {
    const { [member]: isWanted = false } = notifications;
    if (typeof isWanted !== 'boolean') throw malformed(`${member} must be true or false`);
    return isWanted;
  });
  const uris = readUris(notifications.resourceSubscriptions);
  if (uris !== undefined && uris.length > maxUris) {
    throw malformed(`resourceSubscriptions has ${uris.length} URIs; ${maxUris} are allowed`);
  }
  const taskIds = readTaskIds(notifications.taskIds);
  if (taskIds !== undefined && taskIds.length > maxUris) {
    throw malformed(`taskIds has ${taskIds.length} ids; ${maxUris} are allowed`);
  }
  return { lists: new Set(lists.map(([, list]) => list)), uris, taskIds };
}

/** The filter as the acknowledgement tells it. */
export function writeListenFilter({ lists, uris, taskIds }: ListenFilter): JsonObject {
  const switches = LIST_MEMBERS.filter(([, list]) => lists.has(list));
  return {
    ...Object.fromEntries(switches.map(([member]) => [member, true])),
    ...(uris !== undefined && { resourceSubscriptions: uris }),
    ...(taskIds !== undefined && { taskIds }),
  };
}

function readUris(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw malformed('resourceSubscriptions must be an array of URIs');
  const byKey = new Map<string, string>();
  for (const uri of value as readonly unknown[]) {
    if (typeof uri !== 'string') throw malformed('resourceSubscriptions must be an array of URIs');
    const key = normaliseUri(uri);
    if (!byKey.has(key)) byKey.set(key, uri);
  }
  return [...byKey.values()];
}

function readTaskIds(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw malformed('taskIds must be an array of strings');
  const ids = new Set<string>();
  for (const id of value as readonly unknown[]) {
    if (typeof id !== 'string') throw malformed('taskIds must be an array of strings');
    ids.add(id);
  }
  return [...ids];
}

const malformed = (what: string) => invalidParams(`subscriptions/listen: ${what}`);
