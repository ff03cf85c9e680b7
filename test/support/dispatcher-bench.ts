import type {
  Authorizer,
  McpEvent,
  McpHooks,
  McpInstrumentation,
  McpLimits,
  McpModuleOptions,
  RegisterOptions,
  RuntimeTool,
  SpentApprovals,
} from 'nest-mcp';
import { McpNotificationBus } from '../../src/notifications/mcp-notification-bus.js';
import { McpRegistry, McpTelemetry } from 'nest-mcp';
import { Policy } from '../../src/authorization/policy.js';
import { MemorySpentApprovals } from '../../src/dispatch/approvals/spent-approvals.js';
import { createDispatcher } from '../../src/dispatch/create-dispatcher.js';
import type { McpDispatcher } from '../../src/dispatch/mcp-dispatcher.js';
import type { ResourceWatcher } from '../../src/dispatch/subscriptions/resource-watcher.interface.js';
import { GuardedInstrumentation } from '../../src/dispatch/telemetry/guarded-instrumentation.js';
import type { IdGenerator } from '../../src/protocol/id-generator.js';
import type { ServedRevisions } from '../../src/protocol/revisions/served-revisions.js';
import { hasFallback } from '../../src/dispatch/hooks/fallback-hooks.js';
import { settleTasks } from '../../src/settle-identity.js';
import type { TaskStore } from '../../src/tasks/task-store.interface.js';
import { resolveOptions } from '../../src/resolve-options.js';
import { TransportReports } from '../../src/transports/transport-reports.js';
import { BenchLogger } from './bench-logger.js';
import { SkillResources } from '../../src/dispatch/skills/skill-resources.js';
import { SkillLibrary } from '../../src/skills/skill-library.js';
import { ManualClock } from './manual-clock.js';

/** What a dispatcher on the bench is made of: options of the module, and tools. */
export interface BenchOptions extends Partial<
  Omit<McpModuleOptions, 'authorizer' | 'spentApprovals' | 'audit' | 'instrumentation'>
> {
  readonly tools?: readonly RuntimeTool[];
  readonly authorizer?: Authorizer;
  readonly spentApprovals?: SpentApprovals;
  readonly instrumentation?: McpInstrumentation;
  readonly nextId?: IdGenerator;
  readonly clock?: ManualClock;
  /** In place of those that `protocolVersions` names. */
  readonly revisions?: ServedRevisions;
  readonly bus?: McpNotificationBus;
  readonly resourceWatchers?: readonly ResourceWatcher[];
}

/** A dispatcher without an application: time moves by hand, ids are known, everything is recorded. */
export interface DispatcherBench {
  readonly dispatcher: McpDispatcher;
  readonly bus: McpNotificationBus;
  readonly registry: McpRegistry;
  readonly revisions: ServedRevisions;
  readonly limits: McpLimits;
  readonly clock: ManualClock;
  readonly logger: BenchLogger;
  readonly telemetry: McpTelemetry;
  /** What transports on the bench are given. */
  readonly reports: TransportReports;
  /** What telemetry said so far. */
  readonly events: readonly McpEvent[];
  /** Of a bench with the option `skills`. */
  readonly skills: SkillLibrary | undefined;
  register(tools: readonly RuntimeTool[], options?: RegisterOptions): Promise<void>;
}

/** Without an authorizer everything is allowed, as in an application that gives none. */
export async function createBench(given: BenchOptions = {}): Promise<DispatcherBench> {
  const { tools = [], authorizer, spentApprovals, nextId, clock = new ManualClock() } = given;
  const resolved = resolveOptions({ name: 'bench', ...moduleOptions(given) });
  const { limits, authorization } = resolved;
  const revisions = given.revisions ?? resolved.revisions;
  const logger = new BenchLogger();
  const telemetry = new McpTelemetry(logger);
  const events: McpEvent[] = [];
  telemetry.addSink((event) => events.push(event));
  const hooks = given.hooks as McpHooks | undefined;
  const registry = new McpRegistry({ hasFallback: (list) => hasFallback(hooks, list) });
  await registry.registerTools(tools);
  const instrumentation =
    given.instrumentation && new GuardedInstrumentation(given.instrumentation, logger);
  const policy = new Policy(authorizer, authorization.authorizerSource ?? 'configured', logger);
  const bus = given.bus ?? new McpNotificationBus();
  const spent = spentApprovals ?? new MemorySpentApprovals(limits.maxSpentApprovals, clock);
  settleTasks(resolved.identity, registry.catalogue.tools, resolved.capabilities);
  const skills =
    resolved.skills && new SkillLibrary({ options: resolved.skills, limits, clock, logger });
  if (skills !== undefined) await new SkillResources(skills, registry, bus).open();
  const dispatcher = createDispatcher({
    tasks: resolved.tasks,
    taskStore: () => given.tasks?.store as TaskStore | undefined,
    bus,
    skills,
    registry,
    revisions,
    identity: resolved.identity,
    cacheHints: resolved.cacheHints,
    options: resolved.dispatch,
    limits,
    requestStateSecrets: authorization.requestStateSecrets,
    telemetry,
    logger,
    clock,
    nextId: nextId ?? countingIds(),
    policy: () => policy,
    hooks: () => hooks,
    instrumentation: () => instrumentation,
    spentApprovals: () => spent,
    resourceWatchers: given.resourceWatchers,
  });
  return {
    dispatcher,
    bus,
    registry,
    revisions,
    limits,
    clock,
    logger,
    telemetry,
    reports: new TransportReports(telemetry, clock, logger),
    events,
    skills,
    register: (more, options) => registry.registerTools(more, options),
  };
}

/** `id-1`, `id-2`, … */
export function countingIds(): IdGenerator {
  let count = 0;
  return () => `id-${++count}`;
}

function moduleOptions(given: BenchOptions): Partial<McpModuleOptions> {
  const {
    tools: _tools,
    authorizer: _authorizer,
    spentApprovals: _spent,
    nextId: _nextId,
    clock: _clock,
    bus: _bus,
    revisions: _revisions,
    resourceWatchers: _watchers,
    ...options
  } = given;
  return options;
}
