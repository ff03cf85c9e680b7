import type { Clock } from '../../protocol/clock.js';
import type { JsonRpcErrorObject, JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { JsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import type { Settlement } from '../answer.js';
import { isAnswer } from '../answer.js';
import { NO_REPLY } from '../hooks/no-reply.js';
import { PreparedResult } from '../prepared-result.js';
import type { SessionTable } from '../sessions/session-table.js';
import { agreedVersion } from './agreed-version.js';
import { describeNotification, describeRequest } from './describe-operation.js';
import type { GuardedInstrumentation } from './guarded-instrumentation.js';
import type { McpOperationEnd, McpOperationTrace } from './instrumentation.interface.js';
import type { RequestOutcome } from './mcp-event.js';
import type { McpTelemetry } from './mcp-telemetry.js';

/** What the reports are made with. */
export interface RequestReportParts {
  readonly telemetry: McpTelemetry;
  /** `undefined` where the application gave none. Known only once its classes exist. */
  readonly instrumentation: () => GuardedInstrumentation | undefined;
  readonly sessions: SessionTable;
  readonly catalogues: CallCatalogues;
  readonly clock: Clock;
  /** Whether events tell what tool calls are answered with. */
  readonly hasResults: boolean;
  /** Whether there is such a method for this call. */
  readonly isMethod: (call: ActiveCall) => boolean;
}

/** A request on its way. */
interface Begun {
  readonly call: ActiveCall;
  readonly at: number;
  readonly instrumentation: GuardedInstrumentation | undefined;
  readonly trace: McpOperationTrace | undefined;
}

/** Tells telemetry and the instrumentation of each request and notification, and of its one end. */
export class RequestReports {
  constructor(private readonly parts: RequestReportParts) {}

  /** True while nobody wants to know, and then requests are run without any of this. */
  get areOff(): boolean {
    return !this.parts.telemetry.isObserved && this.parts.instrumentation() === undefined;
  }

  /** @param run answers the call */
  async follow(call: ActiveCall, run: () => Promise<Settlement>): Promise<Settlement> {
    const begun = this.begin(call);
    const { instrumentation, trace } = begun;
    try {
      const answer = await (instrumentation ? instrumentation.run(trace, run) : run());
      this.end(begun, answer);
      return answer;
    } catch (thrown) {
      this.end(begun, 'failed');
      throw thrown;
    }
  }

  /** @param take handles the notification, at once */
  notification(
    notification: JsonRpcNotification,
    connection: Connection | undefined,
    take: () => void,
  ): void {
    const { telemetry, clock, sessions } = this.parts;
    const session = connection && sessions.startOf(connection);
    const { method } = notification;
    telemetry.emit(() => ({
      type: 'notification_received',
      method,
      connectionId: session?.sessionId,
    }));
    const instrumentation = this.parts.instrumentation();
    if (instrumentation === undefined) return take();
    const at = clock.monotonic();
    const trace = instrumentation.begin(describeNotification(notification, session));
    instrumentation.run(trace, take);
    const durationMs = clock.monotonic() - at;
    instrumentation.end(trace, {
      outcome: 'result',
      durationMs,
      error: undefined,
      toolResult: undefined,
    });
  }

  private begin(call: ActiveCall): Begun {
    const { telemetry, clock, catalogues, isMethod } = this.parts;
    const at = clock.monotonic();
    telemetry.emit(() => ({
      type: 'request_received',
      protocolVersion: agreedVersion(call.context),
      clientInfo: call.context.clientInfo,
      ...call.facts,
    }));
    const instrumentation = this.parts.instrumentation();
    const trace = instrumentation?.begin(
      describeRequest(call, catalogues.of(call), isMethod(call)),
    );
    return { call, at, instrumentation, trace };
  }

  private end({ call, at, instrumentation, trace }: Begun, answer: Settlement | 'failed'): void {
    const durationMs = this.parts.clock.monotonic() - at;
    const end: McpOperationEnd = {
      outcome: outcomeOf(answer),
      durationMs,
      error: errorOf(answer),
      toolResult: call.method === 'tools/call' ? resultOf(answer) : undefined,
    };
    instrumentation?.end(trace, end);
    this.report(call, end);
  }

  private report(call: ActiveCall, { outcome, durationMs, error, toolResult }: McpOperationEnd) {
    const { telemetry, hasResults } = this.parts;
    telemetry.emit(() => ({
      type: 'request_ended',
      outcome,
      durationMs,
      ...(error && { code: error.code }),
      ...(hasResults && toolResult !== undefined && { result: parse(toolResult) }),
      ...call.facts,
    }));
  }
}

function outcomeOf(answer: Settlement | 'failed'): RequestOutcome {
  if (answer === null) return 'cancelled';
  if (answer === NO_REPLY) return 'no_reply';
  if (answer === 'failed' || 'error' in answer) return 'error';
  const { result } = answer;
  return result instanceof PreparedResult && result.isError ? 'tool_error' : 'result';
}

function errorOf(answer: Settlement | 'failed'): JsonRpcErrorObject | undefined {
  const isError = answer !== 'failed' && isAnswer(answer) && 'error' in answer;
  return isError ? answer.error : undefined;
}

function resultOf(answer: Settlement | 'failed'): string | undefined {
  if (answer === 'failed' || !isAnswer(answer) || !('result' in answer)) return undefined;
  const { result } = answer;
  return result instanceof PreparedResult ? result.json : JSON.stringify(result);
}

const parse = (json: string): JsonObject => JSON.parse(json) as JsonObject;
