import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
} from '../../protocol/sampling.interface.js';

export const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant']);

/** The blocks of a message: one, or (2025-11-25 and later) several. */
export const blocksOf = ({ content }: SamplingMessage): readonly SamplingContent[] =>
  isList(content) ? content : [content];

/** @throws TypeError for a request that no client could serve, saying why */
export function checkSampling({ messages, maxTokens, tools = [] }: SamplingRequest): void {
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw refuse('maxTokens must be a whole number from 1 on');
  }
  if (messages.length === 0) throw refuse('messages must not be empty');
  if (!tools.every(isTool)) throw refuse('a tool has a name and an inputSchema of type object');
  messages.forEach((message, index) => {
    if (!ROLES.has(message.role) || blocksOf(message).length === 0) {
      throw refuse('a message has a role, user or assistant, and content');
    }
    checkToolResults(message, messages[index - 1]);
  });
}

/** Results of tools stand alone, in a message of the user, one for each use (2025-11-25, Sampling). */
function checkToolResults(message: SamplingMessage, before: SamplingMessage | undefined): void {
  const blocks = blocksOf(message);
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? block.toolUseId : []));
  if (results.length > 0 && (results.length < blocks.length || message.role !== 'user')) {
    throw refuse('a user message with tool results holds nothing else');
  }
  const uses = before === undefined ? [] : blocksOf(before).flatMap(useIdOf);
  const isMatch = uses.length === results.length && uses.every((id) => results.includes(id));
  if (!isMatch) throw refuse('each use of a tool is followed by its result, and by nothing else');
}

const useIdOf = (block: SamplingContent): readonly string[] =>
  block.type === 'tool_use' ? [block.id] : [];

const isTool = ({ name, inputSchema }: JsonObject): boolean =>
  typeof name === 'string' && isJsonObject(inputSchema) && inputSchema.type === 'object';

const isList = (content: SamplingMessage['content']): content is readonly SamplingContent[] =>
  Array.isArray(content);

const refuse = (problem: string) => new TypeError(`ctx.sample(): ${problem}`);
