import type { Logger } from '@nestjs/common';
import type { Policy } from '../authorization/policy.js';
import type { McpNotificationBus } from '../notifications/mcp-notification-bus.js';
import type { Clock } from '../protocol/clock.js';
import type { IdGenerator } from '../protocol/id-generator.js';
import type { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import type { CallCatalogues } from './catalogue/call-catalogues.js';
import type { McpRegistry } from '../registry/mcp-registry.js';
import type { Approvals } from './approvals/approvals.js';
import type { AskingFactory } from './input-requests/asking-factory.js';
import type { UrlElicitations } from './input-requests/url-elicitations.js';
import type { ParkedCalls } from './parking/parked-calls.js';
import type { DispatchOptions } from './dispatch-options.interface.js';
import { ReadFailures } from './failures/read-failures.js';
import { CompletionCompleteHandler } from './handlers/completion-complete.handler.js';
import { InitializeHandler } from './handlers/initialize.handler.js';
import { LIST_METHODS, ListHandler } from './handlers/list.handler.js';
import { LoggingSetLevelHandler } from './handlers/logging-set-level.handler.js';
import { PingHandler } from './handlers/ping.handler.js';
import { PromptsGetHandler } from './handlers/prompts-get.handler.js';
import { ResourcesDirectoryReadHandler } from './handlers/resources-directory-read.handler.js';
import { ResourcesReadHandler } from './handlers/resources-read.handler.js';
import { ResourcesSubscribeHandler } from './handlers/resources-subscribe.handler.js';
import { ResourcesUnsubscribeHandler } from './handlers/resources-unsubscribe.handler.js';
import { ServerDiscoverHandler } from './handlers/server-discover.handler.js';
import { SkillsGetHandler } from './handlers/skills-get.handler.js';
import { SkillsListHandler } from './handlers/skills-list.handler.js';
import { SubscriptionsListenHandler } from './handlers/subscriptions-listen.handler.js';
import { TasksCancelHandler } from './handlers/tasks-cancel.handler.js';
import { TasksGetHandler } from './handlers/tasks-get.handler.js';
import { TasksListHandler } from './handlers/tasks-list.handler.js';
import { TasksResultHandler } from './handlers/tasks-result.handler.js';
import { TasksUpdateHandler } from './handlers/tasks-update.handler.js';
import { ToolsCallHandler } from './handlers/tools-call.handler.js';
import { EmptiedLists } from './emptied-lists.js';
import { ToolsListHandler } from './handlers/tools-list.handler.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { SkillLibrary } from '../skills/skill-library.js';
import type { ResultEncoder } from './result-encoder.js';
import type { ServerIdentity } from './server-identity.js';
import type { BusyReports } from './slots/busy-reports.js';
import type { CallbackRunner } from './slots/callback-runner.js';
import type { RequestHooks } from './hooks/request-hooks.js';
import type { SessionLifecycle } from './sessions/session-lifecycle.js';
import type { LinkServices } from './sessions/link-services.js';
import type { SessionTable } from './sessions/session-table.js';
import type { ClientPlaces } from './slots/client-places.js';
import type { SlotPool } from './slots/slot-pool.js';
import type { LegacyAudience } from './subscriptions/legacy-audience.js';
import type { LegacySubscriptions } from './subscriptions/legacy-subscriptions.js';
import type { Listens } from './subscriptions/listens.js';
import type { ResourceAccess } from './subscriptions/resource-access.js';
import type { ResourceSubscriptions } from './subscriptions/resource-subscriptions.js';
import type { Tasks } from '../tasks/tasks.js';
import type { TaskInterviews } from './tasks/task-interview.js';
import type { TaskRunner } from './tasks/task-runner.js';
import type { GuardedInstrumentation } from './telemetry/guarded-instrumentation.js';
import type { McpTelemetry } from './telemetry/mcp-telemetry.js';
import type { ReportFailure } from './telemetry/report-failure.js';

/** What a dispatcher and its handlers are made of. */
export interface DispatchParts {
  readonly registry: McpRegistry;
  /** What the registry holds. */
  readonly catalogues: CallCatalogues;
  readonly revisions: ServedRevisions;
  readonly identity: ServerIdentity;
  readonly encoder: ResultEncoder;
  readonly options: DispatchOptions;
  readonly limits: {
    readonly maxClientCapabilities: number;
    readonly maxResultBytes: number;
    readonly maxListenUris: number;
  };
  readonly pool: SlotPool;
  readonly runner: CallbackRunner;
  readonly parked: ParkedCalls;
  readonly approvals: Approvals;
  readonly asking: AskingFactory;
  readonly elicitations: UrlElicitations;
  readonly busy: BusyReports;
  readonly bus: McpNotificationBus;
  readonly access: ResourceAccess;
  readonly subscriptions: ResourceSubscriptions;
  readonly legacySubscriptions: LegacySubscriptions;
  readonly audience: LegacyAudience;
  readonly listens: Listens;
  readonly places: ClientPlaces;
  readonly tasks: Tasks;
  readonly taskRunner: TaskRunner;
  readonly interviews: TaskInterviews;
  /** Absent: the server has no skills. */
  readonly skills?: SkillLibrary;
  readonly telemetry: McpTelemetry;
  readonly sessions: SessionTable;
  readonly lifecycle: SessionLifecycle;
  readonly requestHooks: RequestHooks;
  readonly link: LinkServices;
  /** Known only once the application's classes exist; `undefined` where it gave none. */
  readonly instrumentation: () => GuardedInstrumentation | undefined;
  readonly report: ReportFailure;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  /** Known only once the application's classes exist. */
  readonly policy: () => Policy;
}

/** Every method this package serves; which of them exist for a request, its revision says. */
export function createMethodTable(parts: DispatchParts): ReadonlyMap<string, MethodHandler> {
  const { catalogues, revisions, identity, encoder, options, policy } = parts;
  const failures = new ReadFailures(parts.logger);
  const handlers: readonly MethodHandler[] = [
    new InitializeHandler(revisions, identity, parts.lifecycle),
    new PingHandler(),
    new ServerDiscoverHandler(revisions, identity, parts.lifecycle),
    new ToolsListHandler(
      catalogues,
      policy,
      encoder,
      options.pageSize,
      new EmptiedLists(parts.logger),
    ),
    new ToolsCallHandler(parts),
    ...LIST_METHODS.map((list) => new ListHandler(list, catalogues, encoder, options.pageSize)),
    new ResourcesReadHandler(catalogues, failures),
    new ResourcesSubscribeHandler(catalogues, parts.legacySubscriptions),
    new ResourcesUnsubscribeHandler(parts.legacySubscriptions),
    new SubscriptionsListenHandler(parts),
    new PromptsGetHandler(catalogues, failures),
    new CompletionCompleteHandler(catalogues, parts.requestHooks, policy, failures),
    new LoggingSetLevelHandler(),
    new TasksGetHandler(parts.tasks),
    new TasksResultHandler(parts),
    new TasksUpdateHandler(parts.tasks),
    new TasksCancelHandler(parts.tasks),
    new TasksListHandler(parts.tasks, options.pageSize),
    ...skillHandlers(parts),
  ];
  return new Map(handlers.map((handler) => [handler.method, handler]));
}

function skillHandlers({ skills, encoder, options }: DispatchParts): readonly MethodHandler[] {
  if (skills === undefined) return [];
  return [
    new SkillsListHandler(skills, encoder, options.pageSize),
    new SkillsGetHandler(skills),
    new ResourcesDirectoryReadHandler(skills, encoder, options.pageSize),
  ];
}
