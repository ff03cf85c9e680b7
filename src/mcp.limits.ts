import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import { MAX_TIMER_MS } from './protocol/timer-ms.js';
import type { DispatchLimits } from './dispatch/create-dispatcher.js';
import type { RestoreAttemptLimits } from './sessions/restore-attempts.js';
import type { SessionKeeperLimits } from './sessions/session-keeper.js';
import type { SessionLimits } from './sessions/session-registry.js';
import type { HttpLimits } from './transports/http/http-options.interface.js';
import type { SkillLimits } from './skills/skills-options.interface.js';
import type { StdioLimits } from './transports/stdio/stdio-transport.js';
import type { SessionStreamLimits } from './transports/http/streams/session-streams.js';
import type { WriterLimits } from './transports/bounded-writer.js';

/**
 * Every number that bounds a server.
 *
 * @publicApi
 */
export interface McpLimits
  extends
    HttpLimits,
    SessionLimits,
    SessionKeeperLimits,
    RestoreAttemptLimits,
    SessionStreamLimits,
    StdioLimits,
    WriterLimits,
    SkillLimits,
    DispatchLimits {
  /** Milliseconds that running calls may take to finish when the server stops. */
  readonly shutdownGraceMs: number;
  /** Entries in one page of a list; by default lists are sent whole. */
  readonly pageSize: number | undefined;
  /** Sessions that are looked up in the session store and restored at once. */
  readonly maxSessionRestores: number;
}

/** The one table of defaults. */
export const DEFAULT_LIMITS: McpLimits = Object.freeze({
  bodyLimit: 4 * 1024 * 1024,
  callbackTimeoutMs: 300_000,
  elicitationTimeoutMs: 60_000,
  eventHistory: 100,
  eventHistoryMs: 60_000,
  keepAliveMs: 15_000,
  maxAbandoned: 32,
  maxBatch: 100,
  maxBufferedBytes: 1024 * 1024,
  maxClientCapabilities: 1024,
  maxFrontmatterBytes: 64 * 1024,
  maxInFlight: 32,
  maxInFlightPerConnection: 16,
  maxJsonDepth: 64,
  maxLineBytes: 16 * 1024 * 1024,
  maxListens: 1024,
  maxListensPerPrincipal: 32,
  maxListenUris: 1000,
  maxParkedElicitations: 32,
  maxParkedElicitationsTotal: 256,
  maxRestoreAttempts: 3,
  maxResultBytes: 16 * 1024 * 1024,
  maxRunningTasks: 64,
  maxRunningTasksPerOwner: 32,
  maxSessionEvents: 1000,
  maxSessionRestores: 64,
  maxSessions: 1024,
  maxSkillBytes: 16 * 1024 * 1024,
  maxSkillDepth: 16,
  maxSkillEntries: 10_000,
  maxSkillFiles: 512,
  maxSpentApprovals: 10_000,
  maxStreamsPerSession: 16,
  maxSubscriptions: 1000,
  maxTasks: 1000,
  maxTasksPerOwner: 100,
  maxTaskTtlMs: 3_600_000,
  maxUrlElicitations: 100,
  pageSize: undefined,
  requestStateTtlMs: 600_000,
  sessionIdleMs: 1_800_000,
  shutdownGraceMs: 2_000,
  storeTimeoutMs: 5_000,
  taskPollIntervalMs: 1_000,
  taskTtlMs: 60_000,
  urlElicitationTtlMs: 3_600_000,
});

/** @throws McpConfigurationError naming the limit and what it may be */
export function resolveLimits(given: Partial<McpLimits> = {}): McpLimits {
  for (const [name, value] of Object.entries(given)) checkLimit(name, value);
  const defined: Partial<McpLimits> = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const limits = { ...DEFAULT_LIMITS, ...followingMaxInFlight(defined), ...defined };
  checkOrder(limits, 'maxInFlightPerConnection', 'maxInFlight');
  checkOrder(limits, 'maxListensPerPrincipal', 'maxListens');
  checkOrder(limits, 'maxParkedElicitations', 'maxParkedElicitationsTotal');
  checkOrder(limits, 'maxRunningTasksPerOwner', 'maxRunningTasks');
  checkOrder(limits, 'maxTasksPerOwner', 'maxTasks');
  checkOrder(limits, 'taskTtlMs', 'maxTaskTtlMs');
  return Object.freeze(limits);
}

/** Defaults that follow `maxInFlight`. */
function followingMaxInFlight({ maxInFlight }: Partial<McpLimits>): Partial<McpLimits> {
  if (maxInFlight === undefined) return {};
  return {
    maxInFlightPerConnection: Math.max(1, Math.floor(maxInFlight / 2)),
    maxAbandoned: maxInFlight,
  };
}

function checkOrder(limits: McpLimits, smaller: keyof McpLimits, larger: keyof McpLimits): void {
  if (Number(limits[smaller]) <= Number(limits[larger])) return;
  throw new McpConfigurationError(
    `limits.${smaller} (${limits[smaller]}) must not be more than limits.${larger} (${limits[larger]}); set both`,
  );
}

function checkLimit(name: string, value: unknown): void {
  if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
    const known = Object.keys(DEFAULT_LIMITS).join(', ');
    throw new McpConfigurationError(`limits.${name} does not exist; the limits are ${known}`);
  }
  if (value === undefined) return;
  const max = name.endsWith('Ms') ? MAX_TIMER_MS : Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) <= max) return;
  throw new McpConfigurationError(
    `limits.${name} must be a whole number from 1 to ${max}, not ${String(value)}`,
  );
}
