import { isContentBlock } from '../../protocol/content-block.js';
import type {
  ContentBlock,
  GetPromptResult,
  PromptMessage,
} from '../../protocol/content.interface.js';
import { isJsonObject } from '../../protocol/json.js';
import { copyOfBuilt, isBuilt } from './builders/built-result.js';
import type { PromptResult } from './builders/prompt-result.js';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

/** A message whose role may be one that model APIs have and the protocol has not. */
interface GivenMessage {
  readonly role: PromptMessage['role'] | 'system';
  readonly content: ContentBlock;
}

type GivenResult = Omit<GetPromptResult, 'messages'> & {
  readonly messages: readonly GivenMessage[];
};

/**
 * The result of a prompt from whatever its method returned: a string or content block is one user
 * message, a list is several, a ready-made or built result stays as it is.
 *
 * @throws TypeError for anything else
 */
export function toPromptResult(value: unknown, description: string | undefined): GetPromptResult {
  if (isBuilt<PromptResult>(value, 'prompt')) return described(value.toJSON(), description);
  const copy = copyOfBuilt(value, 'prompt')?.result;
  if (isReadyMade(copy)) return described(withRoles(copy), description);
  if (isReadyMade(value)) return withRoles(value);
  const messages = (Array.isArray(value) ? (value as unknown[]) : [value]).map(toMessage);
  return described({ messages }, description);
}

const described = (result: GetPromptResult, description: string | undefined): GetPromptResult =>
  description === undefined ? result : { description, ...result };

function toMessage(value: unknown): PromptMessage {
  if (typeof value === 'string') return { role: 'user', content: { type: 'text', text: value } };
  if (isGivenMessage(value)) return withRole(value);
  if (isContentBlock(value)) return { role: 'user', content: value };
  throw new TypeError(
    'a prompt returns a string, messages ({ role, content }), or { messages: […] }',
  );
}

function withRoles(result: GivenResult): GetPromptResult {
  if (!result.messages.some(({ role }) => role === 'system')) return result as GetPromptResult;
  return { ...result, messages: result.messages.map(withRole) };
}

/** What the system says becomes words of the user, since the protocol has no third role. */
const withRole = ({ role, ...message }: GivenMessage): PromptMessage => ({
  ...message,
  role: role === 'system' ? 'user' : role,
});

const isGivenMessage = (value: unknown): value is GivenMessage =>
  isJsonObject(value) && ROLES.has(value.role) && isContentBlock(value.content);

const isReadyMade = (value: unknown): value is GivenResult =>
  isJsonObject(value) && Array.isArray(value.messages) && value.messages.every(isGivenMessage);
