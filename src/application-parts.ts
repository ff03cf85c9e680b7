import type { Type } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { Authorizer } from './authorization/authorizer.interface.js';
import { denyAll } from './authorization/builtin-authorizers.js';
import { Policy } from './authorization/policy.js';
import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import type { SpentApprovals } from './dispatch/approvals/spent-approvals.js';
import { isAudited } from './dispatch/telemetry/audit-sink.js';
import { GuardedInstrumentation } from './dispatch/telemetry/guarded-instrumentation.js';
import type { McpTelemetry } from './dispatch/telemetry/mcp-telemetry.js';
import { resolveOptionClass } from './authorization/resolve-option-class.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { ResolvedOptions } from './resolve-options.js';
import type { EventStore } from './sessions/event-store.interface.js';
import { systemClock } from './protocol/clock.js';
import { GuardedTaskStore } from './tasks/guarded-task-store.js';
import type { TaskOptions } from './tasks/task-options.interface.js';
import type { TaskStore } from './tasks/task-store.interface.js';
import type { SessionStore } from './sessions/session-store.interface.js';
import type { SessionOptions } from './sessions/session-options.interface.js';
import { GuardedEventStore } from './sessions/guarded-event-store.js';

/** What stands in where the application gives nothing. */
export interface ApplicationDefaults {
  readonly spentApprovals: SpentApprovals;
  readonly eventStore: EventStore;
  readonly telemetry: McpTelemetry;
  readonly logger: Logger;
}

/**
 * The application's own classes among the options: policy, stores, audit. They exist only once the
 * container is complete; until then every call is denied.
 */
export class ApplicationParts {
  policy: Policy;
  spentApprovals: SpentApprovals;
  /** What the application does in the life of sessions and requests; `undefined` if nothing. */
  hooks: McpHooks | undefined;
  /** `undefined` where nothing is to be kept. */
  eventStore: EventStore | undefined;
  /** `undefined` where nothing follows requests. */
  instrumentation: GuardedInstrumentation | undefined;
  /** `undefined` where tasks are kept in this process. */
  taskStore: TaskStore | undefined;
  /** `undefined` where sessions end with the process. */
  sessionStore: SessionStore | undefined;

  constructor(
    private readonly options: Pick<
      ResolvedOptions,
      'authorization' | 'sessions' | 'hooks' | 'instrumentation' | 'tasks' | 'limits'
    >,
    private readonly moduleRef: ModuleRef,
    private readonly defaults: ApplicationDefaults,
  ) {
    this.policy = this.policyOf(denyAll('the server is starting'));
    this.spentApprovals = defaults.spentApprovals;
    this.eventStore = undefined;
    this.instrumentation = undefined;
    this.sessionStore = undefined;
    this.taskStore = undefined;
  }

  /** @throws McpConfigurationError for a class no module provides, and for one that is something else */
  resolve(): void {
    const { authorizer, spentApprovals, audit } = this.options.authorization;
    this.policy = this.policyOf(this.instanceOf(authorizer, 'authorizer', 'authorize'));
    this.spentApprovals =
      this.instanceOf(spentApprovals, 'spentApprovals', 'spend') ?? this.defaults.spentApprovals;
    const { sessions, hooks } = this.options;
    this.hooks =
      typeof hooks === 'function' ? resolveOptionClass(this.moduleRef, hooks, 'hooks') : hooks;
    this.eventStore = this.eventStoreOf(sessions && sessions.eventStore);
    this.instrumentation = this.instrumentationOf(this.options.instrumentation);
    const { store } = sessions || {};
    this.sessionStore = this.instanceOf(store, 'sessions.store', 'save');
    this.taskStore = this.taskStoreOf(this.options.tasks.store);
    const sink = this.instanceOf(audit, 'audit', 'record');
    if (sink === undefined) return;
    this.defaults.telemetry.addSink((event) => (isAudited(event) ? sink.record(event) : undefined));
  }

  private policyOf(authorizer: Authorizer | undefined): Policy {
    const { authorizerSource = 'configured' } = this.options.authorization;
    return new Policy(authorizer, authorizerSource, this.defaults.logger);
  }

  private eventStoreOf(given: SessionOptions['eventStore']): EventStore | undefined {
    if (given === false) return undefined;
    const { eventStore } = this.defaults;
    const store = this.instanceOf(given, 'sessions.eventStore', 'append');
    if (store === undefined) return eventStore;
    return new GuardedEventStore(store, new Logger('McpSessions'), (operation) =>
      this.defaults.telemetry.emit(() => ({
        type: 'store_failed',
        store: 'sessions.eventStore',
        operation,
      })),
    );
  }

  private taskStoreOf(given: TaskOptions['store']): TaskStore | undefined {
    const store = this.instanceOf(given, 'tasks.store', 'replace');
    if (store === undefined) return undefined;
    return new GuardedTaskStore(store, {
      clock: systemClock,
      timeoutMs: this.options.limits.storeTimeoutMs,
      logger: new Logger('McpTasks'),
      onFailed: (operation) =>
        this.defaults.telemetry.emit(() => ({
          type: 'store_failed',
          store: 'tasks.store',
          operation,
        })),
    });
  }

  private instrumentationOf(
    given: ResolvedOptions['instrumentation'],
  ): GuardedInstrumentation | undefined {
    const instance = this.instanceOf(given, 'instrumentation', 'begin');
    return instance && new GuardedInstrumentation(instance, new Logger('McpTelemetry'));
  }

  private instanceOf<T extends object>(
    given: T | Type<T> | undefined,
    option: string,
    method: keyof T & string,
  ): T | undefined {
    const instance =
      typeof given === 'function' ? resolveOptionClass(this.moduleRef, given, option) : given;
    if (instance === undefined || typeof instance[method] === 'function') return instance;
    throw new McpConfigurationError(
      `McpModule option ${option}: what was given has no method \`${method}\``,
    );
  }
}
