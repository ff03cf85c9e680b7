import type { CallToolResult } from '../../protocol/content.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { HandlerRun } from '../../registry/handlers/bound-handler.interface.js';
import { toToolResult } from '../../schema/result/to-tool-result.js';
import type { ActiveCall } from '../active-call.js';
import { checkMirroredParameters } from '../check-mirrored-parameters.js';
import type { ToolFailures } from '../failures/tool-failures.js';
import { invokeHandler, passGuards } from '../input-requests/invoke-handler.js';
import { openHandler } from '../open-handler.js';
import { invalidArguments } from '../telemetry/invalid-arguments.js';
import type { FinishedCall } from './finished-call.js';
import { finished } from './finished-call.js';

/** One run of a tool that passed everything but a person: mirrored headers, guards and validation. */
export interface PreparedTool {
  readonly kind: 'tool';
  readonly tool: ToolDefinition;
  readonly run: HandlerRun;
  /** What validation made of the arguments. */
  readonly input: unknown;
}

/** Gets one run of a tool ready, or gives what the client is told of arguments that are not valid. */
export async function prepareTool(
  call: ActiveCall,
  tool: ToolDefinition,
  args: JsonObject,
  failures: ToolFailures,
): Promise<PreparedTool | FinishedCall> {
  const { parameterHeaders } = call.context;
  if (parameterHeaders !== undefined && tool.mirrored !== undefined) {
    checkMirroredParameters(tool.mirrored, args, parameterHeaders);
  }
  const opened = openHandler(call, tool.handler, 'tool', tool.name, args);
  const run = opened instanceof Promise ? await opened : opened;
  await passGuards(call, run);
  call.signal.throwIfAborted();
  const input = await tool.input.validate(args);
  if (input.ok) return { kind: 'tool', tool, run, input: input.value };
  call.rejection = invalidArguments(tool, input.issues);
  return finished(failures.invalidArguments(tool, input.issues));
}

/** Interceptors, pipes, the method and the output check. */
export async function runTool(
  call: ActiveCall,
  { tool, run, input }: PreparedTool,
): Promise<CallToolResult> {
  const result = await toToolResult(await invokeHandler(call, run, input), tool.output);
  call.session.commitState();
  return result;
}
