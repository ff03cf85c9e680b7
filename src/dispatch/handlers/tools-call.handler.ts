import type { Logger } from '@nestjs/common';
import type { Decision } from '../../authorization/decision.js';
import { deny } from '../../authorization/decision.js';
import type { Policy } from '../../authorization/policy.js';
import { isSensitive } from '../../authorization/sensitive-tools.js';
import type { CallToolResult } from '../../protocol/content.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { HandlerRun } from '../../registry/handlers/bound-handler.interface.js';
import { toToolResult } from '../../schema/result/to-tool-result.js';
import type { ActiveCall } from '../active-call.js';
import type { Approvals } from '../approvals/approvals.js';
import { authorizedTool } from '../authorized-tool.js';
import { callerOf } from '../caller-of.js';
import { checkMirroredParameters } from '../check-mirrored-parameters.js';
import type { DispatchOptions } from '../dispatch-options.interface.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import { openHandler } from '../open-handler.js';
import type { ResultTooLargeError } from '../failures/result-too-large.error.js';
import type { ToolFailures } from '../failures/tool-failures.js';
import type { NO_REPLY } from '../hooks/no-reply.js';
import type { RequestHooks } from '../hooks/request-hooks.js';
import { invokeHandler, passGuards } from '../input-requests/invoke-handler.js';
import { denied, errorResult, toolResultFor } from '../failures/tool-results.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readArguments, readString } from '../read-params.js';
import type { SessionLifecycle } from '../sessions/session-lifecycle.js';
import type { CallbackRunner } from '../slots/callback-runner.js';
import { deniedBecause } from '../telemetry/denied-because.js';
import { invalidArguments } from '../telemetry/invalid-arguments.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';

/** A call that passed policy, guards and validation. */
interface PreparedTool {
  readonly kind: 'tool';
  readonly tool: ToolDefinition;
  readonly run: HandlerRun;
  readonly input: unknown;
  /** What a person must agree to first. */
  readonly prompt: string | undefined;
}

/** A call that passed the policy and names no tool; the application may take it for its own. */
interface UnknownTool {
  readonly kind: 'unknown';
  readonly prompt: string;
}

/** What a call comes to. */
type Finished =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  /** What `onRequest` made of it. */
  | { readonly kind: 'taken'; readonly result: JsonObject | typeof NO_REPLY };

type Prepared = PreparedTool | UnknownTool | Finished;

const finished = (result: CallToolResult): Finished => ({ kind: 'result', result });

/** What tool calls need. */
export interface ToolCallParts {
  readonly catalogues: CallCatalogues;
  readonly options: DispatchOptions;
  readonly logger: Logger;
  readonly runner: CallbackRunner;
  readonly telemetry: McpTelemetry;
  readonly approvals: Approvals;
  readonly lifecycle: SessionLifecycle;
  readonly requestHooks: RequestHooks;
  readonly policy: () => Policy;
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

  constructor(
    private readonly parts: ToolCallParts,
    private readonly failures: ToolFailures,
  ) {}

  check(params: JsonObject): void {
    if (Object.keys(params).length === 0) throw invalidParams('tools/call requires params');
    readString(params, 'name', this.method);
    readArguments(params, this.method);
  }

  tooLarge(error: ResultTooLargeError): JsonObject {
    return { ...errorResult(JSON.stringify(error.payload)) };
  }

  async handle(call: ActiveCall): Promise<JsonObject | typeof NO_REPLY> {
    const name = readString(call.params, 'name', this.method);
    const args = readArguments(call.params, this.method);
    const { lifecycle, runner, catalogues } = this.parts;
    let tool: ToolDefinition | undefined;
    try {
      // It may bring the tool, and how long that may take.
      if (lifecycle.opensWith(call)) await runner.run(call, () => lifecycle.openRequest(call));
      tool = catalogues.of(call).findTool(name);
      const prepared = await runner.run(
        call,
        () => this.prepareAndMaybeRun(call, name, args),
        tool?.timeoutMs,
      );
      const final =
        prepared.kind === 'tool' || prepared.kind === 'unknown'
          ? await this.runApproved(call, prepared, name, args)
          : prepared;
      if (final.kind === 'taken') return final.result;
      return toolResultFor(final.result, call.context.revision);
    } catch (thrown) {
      return toolResultFor(this.failures.toResult(thrown, name, tool), call.context.revision);
    }
  }

  /** A call that needs no approval runs to its end in the slot it has. */
  private async prepareAndMaybeRun(
    call: ActiveCall,
    name: string,
    args: JsonObject,
  ): Promise<Prepared> {
    const prepared = await this.prepare(call, name, args);
    if (prepared.kind !== 'tool' || prepared.prompt !== undefined) return prepared;
    return this.invoke(call, prepared);
  }

  private async prepare(call: ActiveCall, name: string, args: JsonObject): Promise<Prepared> {
    const { catalogues, requestHooks } = this.parts;
    const offered = catalogues.of(call).findTool(name);
    const found = this.find(call, name);
    const tool = found instanceof Promise ? await found : found;
    const decision = await this.decide(call, name, args, tool);
    call.signal.throwIfAborted();
    if (decision.kind === 'deny') {
      call.rejection = deniedBecause(decision.reason);
      return finished(denied(name, 'deny', decision.reason));
    }
    // The policy judged this tool; one that took its place meanwhile must be judged too.
    if (catalogues.of(call).findTool(name) !== offered) return this.prepare(call, name, args);
    const prompt = decision.kind === 'ask' ? decision.prompt : undefined;
    const isTaken = requestHooks.takes(this.method);
    if (isTaken && prompt === undefined) {
      const taken = await this.offer(call);
      if (taken !== undefined) return taken;
    }
    if (tool !== undefined) return this.open(call, tool, args, prompt);
    // Nobody is asked about a call that nothing could serve.
    return isTaken && prompt !== undefined ? { kind: 'unknown', prompt } : this.unknown(call, name);
  }

  /** Lets the application have the call, which the policy allowed or a person approved. */
  private async offer(call: ActiveCall): Promise<Finished | undefined> {
    const result = await this.parts.requestHooks.request(call);
    return result === undefined ? undefined : { kind: 'taken', result };
  }

  private async decide(
    call: ActiveCall,
    name: string,
    args: JsonObject,
    tool: ToolDefinition | undefined,
  ): Promise<Decision> {
    const decision = this.isUnguarded(tool)
      ? deny('sensitive_tool_unguarded')
      : await this.policy.authorize({
          ...callerOf(call.context),
          purpose: 'call',
          name,
          arguments: args,
          tool: tool && authorizedTool(tool),
        });
    const { kind } = decision;
    this.parts.telemetry.emit(() => ({
      type: 'decided',
      seam: 'tool',
      decision: kind,
      ...(this.parts.options.auditArguments && { arguments: args }),
      ...call.facts,
    }));
    return decision;
  }

  /** A sensitive tool may have been registered after the boot check. */
  private isUnguarded(tool: ToolDefinition | undefined): boolean {
    return !this.policy.exists && tool !== undefined && isSensitive(tool);
  }

  private async open(
    call: ActiveCall,
    tool: ToolDefinition,
    args: JsonObject,
    prompt: string | undefined,
  ): Promise<PreparedTool | Finished> {
    const { parameterHeaders } = call.context;
    if (parameterHeaders !== undefined && tool.mirrored !== undefined) {
      checkMirroredParameters(tool.mirrored, args, parameterHeaders);
    }
    const run = await openHandler(call, tool.handler, 'tool', tool.name, args);
    await passGuards(call, run);
    call.signal.throwIfAborted();
    const input = await tool.input.validate(args);
    if (!input.ok) {
      call.rejection = invalidArguments(tool, input.issues);
      return finished(this.failures.invalidArguments(tool, input.issues));
    }
    return { kind: 'tool', tool, run, input: input.value, prompt };
  }

  private async invoke(call: ActiveCall, { tool, run, input }: PreparedTool): Promise<Finished> {
    const result = await toToolResult(await invokeHandler(call, run, input), tool.output);
    call.commitState();
    return finished(result);
  }

  private async runApproved(
    call: ActiveCall,
    prepared: PreparedTool | UnknownTool,
    name: string,
    args: JsonObject,
  ): Promise<Finished> {
    const { prompt = '' } = prepared;
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
        if (taken) return taken;
        const current = await this.current(call, prepared, name, args);
        return current.kind === 'tool' ? this.invoke(call, current) : current;
      },
      prepared.kind === 'tool' ? prepared.tool.timeoutMs : undefined,
    );
  }

  /** The tool may be gone or replaced by the time a person has answered. */
  private async current(
    call: ActiveCall,
    prepared: PreparedTool | UnknownTool,
    name: string,
    args: JsonObject,
  ): Promise<PreparedTool | Finished> {
    if (prepared.kind === 'unknown') return this.unknown(call, name);
    const tool = await this.find(call, name);
    if (tool === prepared.tool) return prepared;
    return tool === undefined ? this.unknown(call, name) : this.open(call, tool, args, undefined);
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

  private async unknown(call: ActiveCall, name: string): Promise<Finished> {
    const { options } = this.parts;
    const reply = await this.explainUnknown(name);
    if (reply !== undefined) {
      call.rejection = 'unknown tool';
      return finished(errorResult(reply));
    }
    const code = options.unknownToolCode ?? call.context.revision.codes.unknownTool;
    throw new McpException(code, `Tool not found: ${name}`);
  }

  private async explainUnknown(name: string): Promise<string | undefined> {
    const { options, logger } = this.parts;
    try {
      const reply: unknown = await options.unknownToolReply?.(name);
      return typeof reply === 'string' ? reply : undefined;
    } catch (thrown) {
      logger.error(`unknownToolReply failed: ${String(thrown)}`);
      return undefined;
    }
  }

  private get policy(): Policy {
    return this.parts.policy();
  }
}
