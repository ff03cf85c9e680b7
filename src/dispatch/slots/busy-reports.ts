import type { Logger } from '@nestjs/common';
import type { ActiveCall } from '../active-call.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { BusyScope } from './busy.error.js';
import { BusyError } from './busy.error.js';

/** The option that each bound is set with. */
const LIMIT_NAMES: Readonly<Record<BusyScope, string>> = {
  server: 'maxInFlight',
  connection: 'maxInFlightPerConnection',
  abandoned: 'maxAbandoned',
  approvals: 'maxSpentApprovals',
  listens: 'maxListens',
  connection_listens: 'maxListensPerPrincipal',
  subscriptions: 'maxSubscriptions',
  tasks: 'maxTasks',
  connection_tasks: 'maxTasksPerOwner',
  running_tasks: 'maxRunningTasks',
  connection_running_tasks: 'maxRunningTasksPerOwner',
};

type ReportedCall = Pick<ActiveCall, 'facts' | 'rejection'>;

/** Tells whoever runs the server that a bound was met: telemetry every time, the log once. */
export class BusyReports {
  private readonly warned = new Set<BusyScope>();

  constructor(
    private readonly telemetry: McpTelemetry,
    private readonly logger: Logger,
  ) {}

  /** The error to refuse a call with, which is reported. */
  refusal(scope: BusyScope, limit: number, call: ReportedCall): BusyError {
    const error = new BusyError(scope, limit);
    this.report(error, call);
    return error;
  }

  report({ scope, limit }: BusyError, call: ReportedCall): void {
    call.rejection = `busy: limits.${LIMIT_NAMES[scope]} (${limit}) is met`;
    this.telemetry.emit(() => ({ type: 'busy', scope, limit, ...call.facts }));
    if (this.warned.has(scope)) return;
    this.warned.add(scope);
    this.logger.warn(
      `A call was refused as busy: limits.${LIMIT_NAMES[scope]} (${limit}) is met. Said once.`,
    );
  }
}
