import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
} from '../../protocol/sampling.interface.js';
import type { ClientNeed } from './client-needs.js';
import type { InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant']);

/**
 * The request for a client of the revision: before 2025-11-25 a message has one block, so one of several
 * becomes several messages.
 *
 * @throws TypeError for a request no client could serve
 */
export function samplingRequest(
  request: SamplingRequest,
  revision: Revision,
): InputRequest<SamplingResult> {
  check(request);
  const { messages, ...settings } = request;
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

function check({ messages, maxTokens }: SamplingRequest): void {
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw new TypeError('ctx.sample(): maxTokens must be a whole number from 1 on');
  }
  if (messages.length === 0) throw new TypeError('ctx.sample(): messages must not be empty');
  for (const { role, content } of messages) {
    const blocks = blocksOf({ role, content });
    if (!ROLES.has(role) || blocks.length === 0) {
      throw new TypeError('ctx.sample(): a message has a role, user or assistant, and content');
    }
    // 2025-11-25, Sampling: results of tools stand alone, in a message of the user.
    const results = blocks.filter(({ type }) => type === 'tool_result').length;
    if (results > 0 && (results < blocks.length || role !== 'user')) {
      throw new TypeError('ctx.sample(): a user message with tool results holds nothing else');
    }
  }
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

const isList = (content: SamplingMessage['content']): content is readonly SamplingContent[] =>
  Array.isArray(content);

const blocksOf = ({ content }: SamplingMessage): readonly SamplingContent[] =>
  isList(content) ? content : [content];

const oneBlockEach = (message: SamplingMessage): readonly JsonObject[] =>
  blocksOf(message).map((content) => ({ ...message, content }));

const isToolBlock = ({ type }: SamplingContent): boolean =>
  type === 'tool_use' || type === 'tool_result';
