import type { Decision } from '../../authorization/decision.js';
import { allow, deny } from '../../authorization/decision.js';
import type { Policy } from '../../authorization/policy.js';
import { isSensitive } from '../../authorization/sensitive-tools.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { ActiveCall } from '../active-call.js';
import { authorizedTool } from '../authorized-tool.js';
import { callerOf } from '../caller-of.js';
import type { DispatchOptions } from '../dispatch-options.interface.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { ToolRequest } from './tool-request.js';

/** What asking the policy about tools needs. */
export interface ToolDecisionParts {
  readonly options: DispatchOptions;
  readonly telemetry: McpTelemetry;
  readonly policy: () => Policy;
}

/** Asks the policy about calls of tools, and tells what it said. */
export class ToolDecisions {
  constructor(private readonly parts: ToolDecisionParts) {}

  /** @param tool `undefined` where there is none: the policy is asked all the same */
  async decide(
    call: ActiveCall,
    { name, args }: ToolRequest,
    tool: ToolDefinition | undefined,
  ): Promise<Decision> {
    const { options, telemetry } = this.parts;
    const policy = this.parts.policy();
    const decision = policy.exists
      ? await policy.authorize({
          ...callerOf(call.context),
          purpose: 'call',
          name,
          arguments: args,
          tool: tool && authorizedTool(tool),
        })
      : withoutPolicy(tool);
    const { kind } = decision;
    telemetry.emit(() => ({
      type: 'decided',
      seam: 'tool',
      decision: kind,
      ...(options.auditArguments && { arguments: args }),
      ...call.facts,
    }));
    return decision;
  }
}

/** Everything is allowed; but a sensitive tool may have been registered after the boot check. */
const withoutPolicy = (tool: ToolDefinition | undefined): Decision =>
  tool !== undefined && isSensitive(tool) ? deny('sensitive_tool_unguarded') : allow();
