import { Logger } from '@nestjs/common';
import type { Authorizer } from '../../../src/authorization/authorizer.interface.js';
import { Policy } from '../../../src/authorization/policy.js';
import { MemorySpentApprovals } from '../../../src/dispatch/approvals/spent-approvals.js';
import { createDispatcher } from '../../../src/dispatch/create-dispatcher.js';
import { McpNotificationBus } from '../../../src/notifications/mcp-notification-bus.js';
import type { McpDispatcher } from '../../../src/dispatch/mcp-dispatcher.js';
import { McpTelemetry } from '../../../src/dispatch/telemetry/mcp-telemetry.js';
import type { Clock } from '../../../src/protocol/clock.js';
import { ServedRevisions } from '../../../src/protocol/revisions/served-revisions.js';
import { McpRegistry } from '../../../src/registry/mcp-registry.js';
import { LIMITS } from './world.js';

const REVISIONS = new ServedRevisions();

/** Says nothing: sequences fail on purpose all the time. */
class SilentLogger extends Logger {
  override error(): void {}
  override warn(): void {}
  override debug(): void {}
}
const logger = new SilentLogger();

/** What one sequence works on. */
export interface OpenDispatcher {
  readonly dispatcher: McpDispatcher;
  readonly bus: McpNotificationBus;
  readonly registry: McpRegistry;
  readonly telemetry: McpTelemetry;
}

/** A dispatcher without an application around it. */
export function openDispatcher(clock: Clock, authorizer: Authorizer | undefined): OpenDispatcher {
  const registry = new McpRegistry();
  const telemetry = new McpTelemetry(logger);
  const policy = new Policy(authorizer, 'configured', logger);
  const spent = new MemorySpentApprovals(LIMITS.maxSpentApprovals, clock);
  const bus = new McpNotificationBus();
  let ids = 0;
  const dispatcher = createDispatcher({
    bus,
    registry,
    revisions: REVISIONS,
    identity: {
      info: { name: 'model', version: '1.0.0' },
      instructions: undefined,
      capabilities: new Map([['tools', { listChanged: true }]]),
    },
    cacheHints: {},
    options: {
      inputErrors: 'result',
      auditArguments: false,
      auditResults: false,
      unknownToolCode: undefined,
      unknownToolReply: undefined,
      secretFormFields: 'warn',
      asyncContext: false,
      sessionState: undefined,
      pageSize: undefined,
    },
    limits: LIMITS,
    requestStateSecrets: ['a secret of at least thirty-two bytes'],
    telemetry,
    logger,
    clock,
    nextId: () => `id-${++ids}`,
    policy: () => policy,
    hooks: () => undefined,
    spentApprovals: () => spent,
  });
  return { dispatcher, bus, registry, telemetry };
}
