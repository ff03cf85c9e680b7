import { isContentBlock, isPromptMessage } from '../../protocol/content-block.js';
import type { GetPromptResult, PromptMessage } from '../../protocol/content.interface.js';
import { isJsonObject } from '../../protocol/json.js';

/**
 * The result of a prompt from whatever its method returned: a string or content block is one user
 * message, a list is several, a ready-made result stays as it is.
 *
 * @throws TypeError for anything else
 */
export function toPromptResult(value: unknown, description: string | undefined): GetPromptResult {
  if (isReadyMade(value)) return value;
  const messages = (Array.isArray(value) ? (value as unknown[]) : [value]).map(toMessage);
  return description === undefined ? { messages } : { description, messages };
}

function toMessage(value: unknown): PromptMessage {
  if (typeof value === 'string') return { role: 'user', content: { type: 'text', text: value } };
  if (isPromptMessage(value)) return value;
  if (isContentBlock(value)) return { role: 'user', content: value };
  throw new TypeError(
    'a prompt returns a string, messages ({ role, content }), or { messages: […] }',
  );
}

const isReadyMade = (value: unknown): value is GetPromptResult =>
  isJsonObject(value) && Array.isArray(value.messages) && value.messages.every(isPromptMessage);
