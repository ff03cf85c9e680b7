import type { Logger } from '@nestjs/common';
import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { ActiveCall } from '../active-call.js';
import type { Approvals } from '../approvals/approvals.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ResultTooLargeError } from '../failures/result-too-large.error.js';
import { ToolFailures } from '../failures/tool-failures.js';
import { denied, errorResult, toolResultFor } from '../failures/tool-results.js';
import type { NO_REPLY } from '../hooks/no-reply.js';
import type { RequestHooks } from '../hooks/request-hooks.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { SessionLifecycle } from '../sessions/session-lifecycle.js';
import type { CallbackRunner } from '../slots/callback-runner.js';
import { deniedBecause } from '../telemetry/denied-because.js';
import type { FinishedCall } from '../tool-calls/finished-call.js';
import { finished } from '../tool-calls/finished-call.js';
import type { PreparedTool } from '../tool-calls/prepared-tool.js';
import { prepareTool, runTool } from '../tool-calls/prepared-tool.js';
import type { ToolDecisionParts } from '../tool-calls/tool-decisions.js';
import { ToolDecisions } from '../tool-calls/tool-decisions.js';
import type { ToolRequest } from '../tool-calls/tool-request.js';
import { readToolRequest } from '../tool-calls/tool-request.js';
import { UnknownTools } from '../tool-calls/unknown-tools.js';

/** A call a person must agree to. */
interface AwaitsApproval {
  readonly kind: 'awaits-approval';
  /** What the person is asked. */
  readonly prompt: string;
  /** `undefined` for a tool that is not there, which the application may take for its own. */
  readonly prepared: PreparedTool | undefined;
}

/** What tool calls need. */
export interface ToolCallParts extends ToolDecisionParts {
  readonly catalogues: CallCatalogues;
  readonly logger: Logger;
  readonly runner: CallbackRunner;
  readonly approvals: Approvals;
  readonly lifecycle: SessionLifecycle;
  readonly requestHooks: RequestHooks;
}

/**
 * Calls a tool. In one slot: the policy, the look-up, mirrored headers, guards and validation. Then,
 * where the policy asks, a person decides while no slot is held. Then, in a slot, interceptors, pipes,
 * the method and the output check. So nobody is asked about a call that would be refused anyway, and
 * a caller who is denied does not learn whether the tool exists.
 */
export class ToolsCallHandler implements MethodHandler {
  readonly method = 'tools/call';
  readonly access = 'tool';
  readonly runs = 'itself';
  readonly capability = 'tools';
  readonly routingMember = 'name';
  readonly mayAsk = true;
  private readonly decisions: ToolDecisions;
  private readonly failures: ToolFailures;
  private readonly unknown: UnknownTools;

  constructor(private readonly parts: ToolCallParts) {
    const { options, logger } = parts;
    this.decisions = new ToolDecisions(parts);
    this.failures = new ToolFailures(options, logger);
    this.unknown = new UnknownTools(options, logger);
  }

  check(params: JsonObject): void {
    if (Object.keys(params).length === 0) throw invalidParams('tools/call requires params');
    readToolRequest(params);
  }

  tooLarge(error: ResultTooLargeError): JsonObject {
    return { ...errorResult(JSON.stringify(error.payload)) };
  }

  async handle(call: ActiveCall): Promise<JsonObject | typeof NO_REPLY> {
    const request = readToolRequest(call.params);
    const { name } = request;
    const { lifecycle, runner, catalogues } = this.parts;
    let tool: ToolDefinition | undefined;
    try {
      // It may bring the tool, and how long that may take.
      if (lifecycle.opensWith(call)) await runner.run(call, () => lifecycle.openRequest(call));
      tool = catalogues.of(call).findTool(name);
      const reached = await runner.run(call, () => this.begin(call, request), tool?.timeoutMs);
      const final =
        reached.kind === 'awaits-approval'
          ? await this.runApproved(call, request, reached)
          : reached;
      if (final.kind === 'taken') return final.result;
      return toolResultFor(final.result, call.context.revision);
    } catch (thrown) {
      return toolResultFor(this.failures.toResult(thrown, name, tool), call.context.revision);
    }
  }

  /** A call that needs no approval runs to its end in the slot it has. */
  private async begin(
    call: ActiveCall,
    request: ToolRequest,
  ): Promise<AwaitsApproval | FinishedCall> {
    const { catalogues, requestHooks } = this.parts;
    const { name, args } = request;
    const offered = catalogues.of(call).findTool(name);
    const found = this.find(call, name);
    const tool = found instanceof Promise ? await found : found;
    const decision = await this.decisions.decide(call, request, tool);
    call.signal.throwIfAborted();
    if (decision.kind === 'deny') {
      call.rejection = deniedBecause(decision.reason);
      return finished(denied(name, 'deny', decision.reason));
    }
    // The policy judged this tool; one that took its place meanwhile must be judged too.
    if (catalogues.of(call).findTool(name) !== offered) return this.begin(call, request);
    const prompt = decision.kind === 'ask' ? decision.prompt : undefined;
    const isTaken = requestHooks.takes(this.method);
    if (isTaken && prompt === undefined) {
      const taken = await this.offer(call);
      if (taken !== undefined) return taken;
    }
    if (tool === undefined) {
      // Nobody is asked about a call that nothing could serve.
      if (!isTaken || prompt === undefined) return finished(await this.unknown.answer(call, name));
      return { kind: 'awaits-approval', prompt, prepared: undefined };
    }
    const prepared = await prepareTool(call, tool, args, this.failures);
    if (prepared.kind !== 'tool') return prepared;
    if (prompt !== undefined) return { kind: 'awaits-approval', prompt, prepared };
    return finished(await runTool(call, prepared));
  }

  /** Lets the application have the call, which the policy allowed or a person approved. */
  private async offer(call: ActiveCall): Promise<FinishedCall | undefined> {
    const result = await this.parts.requestHooks.request(call);
    return result === undefined ? undefined : { kind: 'taken', result };
  }

  private async runApproved(
    call: ActiveCall,
    request: ToolRequest,
    { prompt, prepared }: AwaitsApproval,
  ): Promise<FinishedCall> {
    const { name } = request;
    const answer = await this.parts.approvals.request(call, name, prompt);
    if (!answer.approved) {
      call.rejection = `not approved: ${answer.detail}`;
      return finished(denied(name, 'ask', answer.detail));
    }
    return this.parts.runner.run(
      call,
      async () => {
        await answer.spend?.();
        call.isApproved = true;
        const taken = this.parts.requestHooks.takes(this.method) && (await this.offer(call));
        return taken || this.runCurrent(call, request, prepared);
      },
      prepared?.tool.timeoutMs,
    );
  }

  /** The tool may be gone or replaced by the time a person has answered. */
  private async runCurrent(
    call: ActiveCall,
    { name, args }: ToolRequest,
    prepared: PreparedTool | undefined,
  ): Promise<FinishedCall> {
    const tool = prepared && (await this.find(call, name));
    if (tool === undefined) return finished(await this.unknown.answer(call, name));
    const current =
      tool === prepared?.tool ? prepared : await prepareTool(call, tool, args, this.failures);
    return current.kind === 'tool' ? finished(await runTool(call, current)) : current;
  }

  /** The tool as this caller may have it. Nothing is awaited where that is the same for everybody. */
  private find(
    call: ActiveCall,
    name: string,
  ): ToolDefinition | undefined | Promise<ToolDefinition | undefined> {
    const tools = this.parts.catalogues.tools(call);
    return tools instanceof Promise
      ? tools.then((chosen) => chosen.findTool(name))
      : tools.findTool(name);
  }
}
