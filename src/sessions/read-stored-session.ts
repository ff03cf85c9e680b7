import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import { readImplementation } from '../protocol/envelope.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import { isLogLevel } from '../protocol/log-level.js';
import type { StoredSession } from './session-store.interface.js';

/** Makes a record of the next version out of one. */
export type RecordUpgrade = (record: JsonObject) => JsonObject;

/** The version that is written. */
export const RECORD_VERSION = 1;

/** By the version they start from. There has been one version so far. */
const UPGRADES: ReadonlyMap<number, RecordUpgrade> = new Map();

/**
 * A record as a store gives it, in the form of today.
 *
 * @param id what was asked for
 * @throws TypeError saying why the record cannot be read
 */
export function readStoredSession(
  record: unknown,
  id: string,
  upgrades: ReadonlyMap<number, RecordUpgrade> = UPGRADES,
): StoredSession {
  if (!isJsonObject(record)) throw new TypeError('it is no object');
  const current = upgraded(record, upgrades);
  const { server, ownerKey, protocolVersion, clientInfo, clientCapabilities } = current;
  const { isInitialized, logLevel, pageSize, tags, state, subscriptions } = current;
  if (current.id !== id) throw new TypeError('it has another id');
  if (server !== undefined && typeof server !== 'string') throw unreadable('server');
  if (ownerKey !== undefined && typeof ownerKey !== 'string') throw unreadable('ownerKey');
  if (typeof protocolVersion !== 'string') throw unreadable('protocolVersion');
  if (!isJsonObject(clientCapabilities)) throw unreadable('clientCapabilities');
  if (typeof isInitialized !== 'boolean') throw unreadable('isInitialized');
  if (logLevel !== undefined && !isLogLevel(logLevel)) throw unreadable('logLevel');
  if (pageSize !== undefined && !isPageSize(pageSize)) throw unreadable('pageSize');
  if (tags !== undefined && !isTags(tags)) throw unreadable('tags');
  if (!isJsonObject(state)) throw unreadable('state');
  if (!isTexts(subscriptions)) throw unreadable('subscriptions');
  const known = readImplementation(clientInfo);
  return {
    v: RECORD_VERSION,
    id,
    ...(server !== undefined && { server }),
    ...(ownerKey !== undefined && { ownerKey }),
    protocolVersion,
    ...(known !== undefined && { clientInfo: known }),
    clientCapabilities: clientCapabilities as ClientCapabilities,
    isInitialized,
    ...(logLevel !== undefined && { logLevel }),
    ...(pageSize !== undefined && { pageSize }),
    ...(tags !== undefined && { tags }),
    state,
    subscriptions,
  };
}

/** A version without a way to the one of today is one of tomorrow, or none. */
function upgraded(record: JsonObject, upgrades: ReadonlyMap<number, RecordUpgrade>): JsonObject {
  let current = record;
  while (current.v !== RECORD_VERSION) {
    const upgrade = typeof current.v === 'number' ? upgrades.get(current.v) : undefined;
    if (upgrade === undefined) throw new TypeError(`its version (v) is ${String(current.v)}`);
    current = upgrade(current);
  }
  return current;
}

const isPageSize = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

const isTags = (value: unknown): value is McpTags =>
  isJsonObject(value) && isTexts(Object.values(value));

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const unreadable = (member: string): TypeError => new TypeError(`${member} is missing or wrong`);
