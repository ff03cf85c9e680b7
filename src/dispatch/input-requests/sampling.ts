import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
} from '../../protocol/sampling.interface.js';
import { blocksOf, checkSampling, ROLES } from './check-sampling.js';
import type { ClientNeed } from './client-needs.js';
import { McpClientRequestError } from './client-request.error.js';
import type { InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';

/**
 * The request for a client of the revision: before 2025-11-25 a message has one block, so one of several
 * becomes several messages.
 *
 * @throws TypeError for a request no client could serve
 * @throws McpClientRequestError for content the revision does not have
 */
export function samplingRequest(
  request: SamplingRequest,
  revision: Revision,
): InputRequest<SamplingResult> {
  checkSampling(request);
  const { messages, ...settings } = request;
  requireContent(messages, revision);
  return {
    method: 'sampling/createMessage',
    params: {
      messages: revision.hasSamplingTools ? messages : messages.flatMap(oneBlockEach),
      ...settings,
    },
    needs: needsOf(request, revision),
    read: readSamplingResult,
  };
}

/** 2024-11-05 has no audio. */
function requireContent(messages: readonly SamplingMessage[], revision: Revision): void {
  const types = new Set(messages.flatMap(blocksOf).map(({ type }) => type));
  if (!types.has('audio') || revision.contentTypes.has('audio')) return;
  throw new McpClientRequestError(
    'unsupported',
    `sampling/createMessage: a client of ${revision.version} does not know audio`,
  );
}

function needsOf(
  { tools, toolChoice, includeContext = 'none', messages }: SamplingRequest,
  { hasSamplingTools }: Revision,
): readonly ClientNeed[] {
  const usesTools =
    tools !== undefined || toolChoice !== undefined || messages.flatMap(blocksOf).some(isToolBlock);
  return [
    'sampling',
    ...(usesTools ? ['sampling.tools' as const] : []),
    // Older clients know no such sub-capability and all take the member.
    ...(includeContext !== 'none' && hasSamplingTools ? ['sampling.context' as const] : []),
  ];
}

function readSamplingResult(result: unknown): SamplingResult {
  const { role, content, model, stopReason } = isJsonObject(result) ? result : {};
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const isComplete =
    ROLES.has(role) &&
    typeof model === 'string' &&
    (stopReason === undefined || typeof stopReason === 'string') &&
    blocks.every((block) => isJsonObject(block) && typeof block.type === 'string');
  if (!isComplete) throw new InvalidAnswerError('is not the result of sampling');
  return result as unknown as SamplingResult;
}

const oneBlockEach = (message: SamplingMessage): readonly JsonObject[] =>
  blocksOf(message).map((content) => ({ ...message, content }));

const isToolBlock = ({ type }: SamplingContent): boolean =>
  type === 'tool_use' || type === 'tool_result';
