import type { Logger } from '@nestjs/common';
import type { Policy } from '../authorization/policy.js';
import type { McpNotificationBus } from '../notifications/mcp-notification-bus.js';
import type { Clock } from '../protocol/clock.js';
import type { IdGenerator } from '../protocol/id-generator.js';
import type { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import type { McpRegistry } from '../registry/mcp-registry.js';
import { Approvals } from './approvals/approvals.js';
import { ModernApprovals } from './approvals/modern-approvals.js';
import type { ParkingLimits } from './parking/parked-calls.js';
import { ParkedCalls } from './parking/parked-calls.js';
import { RequestStateCodec } from './request-state/request-state-codec.js';
import { RequestStates } from './request-state/request-states.js';
import { LegacyApprovals } from './approvals/legacy-approvals.js';
import { CallCatalogues } from './catalogue/call-catalogues.js';
import { AskingFactory } from './input-requests/asking-factory.js';
import { ElicitationForms } from './input-requests/elicitation-forms.js';
import type { UrlElicitationLimits } from './input-requests/url-elicitations.js';
import { UrlElicitations } from './input-requests/url-elicitations.js';
import type { SpentApprovals } from './approvals/spent-approvals.js';
import type { DispatchOptions } from './dispatch-options.interface.js';
import { McpDispatcher } from './mcp-dispatcher.js';
import type { CacheHints } from './result-encoder.js';
import { ResultEncoder } from './result-encoder.js';
import type { McpHooks } from './hooks/mcp-hooks.interface.js';
import { CacheHintHook } from './hooks/cache-hint-hook.js';
import { RequestHooks } from './hooks/request-hooks.js';
import { ResourceHooks } from './hooks/resource-hooks.js';
import type { SessionCallbackParts } from './hooks/session-callbacks.js';
import type { ServerIdentity } from './server-identity.js';
import { createLinkServices } from './sessions/link-services.js';
import { SessionLifecycle } from './sessions/session-lifecycle.js';
import type { SkillLibrary } from '../skills/skill-library.js';
import { SessionTable } from './sessions/session-table.js';
import { BusyReports } from './slots/busy-reports.js';
import { CallbackRunner } from './slots/callback-runner.js';
import type { SlotLimits } from './slots/slot-pool.js';
import { SlotPool } from './slots/slot-pool.js';
import type { ClientPlaceLimits } from './slots/client-places.js';
import { ClientPlaces } from './slots/client-places.js';
import { LegacyAudience } from './subscriptions/legacy-audience.js';
import { LegacySubscriptions } from './subscriptions/legacy-subscriptions.js';
import { Listens } from './subscriptions/listens.js';
import { ResourceAccess } from './subscriptions/resource-access.js';
import { ResourceSubscriptions } from './subscriptions/resource-subscriptions.js';
import type { ResourceWatcher } from './subscriptions/resource-watcher.interface.js';
import { TaskFollowers } from './subscriptions/task-followers.js';
import type { TaskOptions } from '../tasks/task-options.interface.js';
import type { TaskStore } from '../tasks/task-store.interface.js';
import { MemoryTaskStore } from '../tasks/memory-task-store.js';
import { Tasks } from '../tasks/tasks.js';
import { TaskInterviews } from './tasks/task-interview.js';
import { TaskRunner } from './tasks/task-runner.js';
import type { TaskLimits } from './tasks/task-limits.interface.js';
import type { GuardedInstrumentation } from './telemetry/guarded-instrumentation.js';
import type { McpTelemetry } from './telemetry/mcp-telemetry.js';
import { reportFailureTo } from './telemetry/report-failure.js';

/** Bounds of a dispatcher. */
export interface DispatchLimits
  extends SlotLimits, ParkingLimits, ClientPlaceLimits, UrlElicitationLimits, TaskLimits {
  /** Milliseconds a callback of the application may take. */
  readonly callbackTimeoutMs: number;
  /** Direct connections whose capabilities are remembered. */
  readonly maxClientCapabilities: number;
  /** Bytes of a result. */
  readonly maxResultBytes: number;
  /** Resources in the filter of one `subscriptions/listen` (2026-07-28). */
  readonly maxListenUris: number;
  /** Resources one legacy connection may be subscribed to. */
  readonly maxSubscriptions: number;
  /** Messages and notifications that may wait for the hooks of one session. */
  readonly maxSessionEvents: number;
  /** Used approvals that are remembered until they expire (2026-07-28). */
  readonly maxSpentApprovals: number;
  /** Milliseconds for which a question of 2026-07-28 may be answered. */
  readonly requestStateTtlMs: number;
}

/** What a dispatcher is made from. */
export interface DispatcherOptions {
  readonly registry: McpRegistry;
  readonly revisions: ServedRevisions;
  readonly identity: ServerIdentity;
  readonly cacheHints: CacheHints;
  readonly options: DispatchOptions;
  readonly limits: DispatchLimits;
  readonly requestStateSecrets: readonly string[] | undefined;
  readonly bus: McpNotificationBus;
  readonly telemetry: McpTelemetry;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  /** Absent: nothing follows requests and sessions. Known like the next two. */
  readonly instrumentation?: () => GuardedInstrumentation | undefined;
  /** Known only once the application's classes exist; so is the next. */
  readonly policy: () => Policy;
  readonly hooks: () => McpHooks | undefined;
  readonly spentApprovals: () => SpentApprovals;
  /** Default: tasks are kept in this process. Known like the policy. */
  readonly taskStore?: () => TaskStore | undefined;
  readonly tasks?: TaskOptions;
  /** Which server of the application it is; default: the only one. */
  readonly server?: string;
  /** Absent: the server has no skills. */
  readonly skills?: SkillLibrary;
  /** Who learns which resources clients are subscribed to, besides the hooks; default: nobody. */
  readonly resourceWatchers?: readonly ResourceWatcher[];
}

/** Puts the parts of a dispatcher together. */
export function createDispatcher(given: DispatcherOptions): McpDispatcher {
  const { limits, telemetry, logger, clock, nextId, bus, policy, hooks, identity } = given;
  const { instrumentation = () => undefined, resourceWatchers = [] } = given;
  const report = reportFailureTo(logger, telemetry);
  const busy = new BusyReports(telemetry, logger);
  const pool = new SlotPool(limits);
  const runner = new CallbackRunner({
    pool,
    clock,
    telemetry,
    busy,
    timeoutMs: limits.callbackTimeoutMs,
  });
  const access = new ResourceAccess(policy, telemetry);
  const subscriptions = new ResourceSubscriptions({
    access,
    clock,
    logger,
    timeoutMs: limits.callbackTimeoutMs,
    maxAbandoned: limits.maxAbandoned,
    watchers: [...resourceWatchers, new ResourceHooks(hooks, report)],
  });
  const parked = new ParkedCalls(limits, clock, nextId, telemetry, logger);
  const states = new RequestStates({
    codec: new RequestStateCodec(given.requestStateSecrets),
    clock,
    nextId,
    limits,
    logger,
    server: () => given.identity.info.name,
  });
  const modern = new ModernApprovals({ states, spent: given.spentApprovals, limits, logger });
  const audience = new LegacyAudience(bus);
  const tasksHere = new MemoryTaskStore(clock);
  const tasks = new Tasks({
    server: given.server,
    store: () => given.taskStore?.() ?? tasksHere,
    bounds: limits,
    clock,
    nextId,
  });
  const elicitations = new UrlElicitations(bus, clock, limits);
  bus.elicitations = elicitations;
  const { rules } = given.registry;
  const link = createLinkServices({ bus, identity, audience, elicitations, rules, limits, report });
  const sessionParts: SessionCallbackParts = { link, hooks, clock, limits, report };
  const sessions = new SessionTable({ ...sessionParts, telemetry, instrumentation });
  const places = new ClientPlaces(limits, busy);
  const encoder = new ResultEncoder(
    identity,
    given.cacheHints,
    () => given.policy().gatesReads,
    new CacheHintHook(hooks, report),
  );
  return new McpDispatcher({
    ...given,
    tasks,
    interviews: new TaskInterviews({ tasks, parked, clock, report }),
    taskRunner: new TaskRunner({
      tasks,
      options: given.tasks ?? {},
      pool: taskPool(limits),
      limits,
      busy,
      encoder,
      elicitations,
      telemetry,
      clock,
      report,
      push: (connection, notification) => link.push(connection, notification),
    }),
    places,
    instrumentation,
    sessions,
    link,
    lifecycle: new SessionLifecycle({ ...sessionParts, table: sessions, audience, logger }),
    requestHooks: new RequestHooks(hooks, report),
    elicitations,
    report,
    catalogues: new CallCatalogues(given.registry.catalogue, hooks),
    encoder,
    pool,
    busy,
    runner,
    access,
    subscriptions,
    legacySubscriptions: new LegacySubscriptions(subscriptions, bus, busy, limits.maxSubscriptions),
    audience,
    listens: new Listens(
      subscriptions,
      places,
      new TaskFollowers(tasks, clock, report),
      telemetry,
      clock,
    ),
    parked,
    approvals: new Approvals(new LegacyApprovals(parked), modern),
    asking: new AskingFactory(
      new ElicitationForms(given.options.secretFormFields, logger),
      parked,
      states,
      elicitations,
    ),
  });
}

/** Tasks have slots of their own, so that neither long work keeps calls from running nor calls tasks. */
const taskPool = (limits: DispatchLimits): SlotPool =>
  new SlotPool(
    {
      maxInFlight: limits.maxRunningTasks,
      maxInFlightPerConnection: limits.maxRunningTasksPerOwner,
      maxAbandoned: limits.maxAbandoned,
    },
    { all: 'running_tasks', share: 'connection_running_tasks' },
  );
