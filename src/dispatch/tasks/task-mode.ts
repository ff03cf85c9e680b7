import { clientSupports } from '../../protocol/client-capability.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { TASKS_EXTENSION } from '../../protocol/extension-id.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import { MissingCapabilityException } from '../input-requests/missing-capability.exception.js';
import type { RequestContext } from '../request-context.interface.js';

/** How a call of a tool runs: at once as a task, as one from `ctx.startTask()` on, or never as one. */
export type TaskMode = 'at-once' | 'when-told' | 'plain';

/** What a client of 2026-07-28 declares that can follow tasks. */
export const TASK_CAPABILITY = `extensions.${TASKS_EXTENSION}` as const;

/** True for a request of a client that can follow the extension's tasks. */
export const followsTasks = ({ revision, clientCapabilities }: RequestContext): boolean =>
  revision.tasks === 'extension' && clientSupports(TASK_CAPABILITY, revision, clientCapabilities);

/**
 * In 2025-11-25 the client decides, within what the tool supports; in 2026-07-28 the tool does, for
 * clients that declare the extension.
 *
 * @param areServed false where the server declares no tasks
 * @throws McpException `-32601` for a task of a tool that runs as none, and for a plain call of one that
 *   runs as a task only (2025-11-25, Tasks: Tool-Level Negotiation)
 * @throws MissingCapabilityException for a tool that runs as a task only (2026-07-28)
 */
export function taskModeOf(
  { context, params }: { readonly context: RequestContext; readonly params: JsonObject },
  { name, task }: ToolDefinition,
  areServed: boolean,
): TaskMode {
  if (!areServed) return 'plain';
  const isRequired = task?.support === 'required';
  if (context.revision.tasks === 'extension') {
    if (task !== undefined && followsTasks(context)) return task.starts;
    if (isRequired) throw new MissingCapabilityException([TASK_CAPABILITY]);
    return 'plain';
  }
  const isAsked = context.revision.tasks === 'core' && params.task !== undefined;
  if (isAsked && task === undefined) {
    throw new McpException(ErrorCode.MethodNotFound, `Tool ${name} does not run as a task`);
  }
  if (!isAsked && isRequired) {
    throw new McpException(ErrorCode.MethodNotFound, `Tool ${name} runs as a task only`);
  }
  return isAsked ? 'at-once' : 'plain';
}
