import { isContentBlock } from '../../protocol/content-block.js';
import type { CallToolResult, TextContent } from '../../protocol/content.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { CompiledSchema } from '../compiled-schema.interface.js';
import { copyOfBuilt, isBuilt } from './builders/built-result.js';
import type { ToolResult } from './builders/tool-result.js';
import { OutputMismatchError } from './output-mismatch.error.js';
import { requireJsonKind, toJsonText } from './to-json-text.js';

const RESULT_MEMBERS = new Set(['content', 'structuredContent', 'isError', '_meta']);

/**
 * The result of a tool from whatever its method returned: text from a string, number or boolean,
 * compact JSON from an object or array (with `structuredContent` where an output schema is declared,
 * as far as the schema declares members), nothing from `undefined`, and a ready-made or built result as
 * it is.
 *
 * @throws OutputMismatchError when the value does not fit the output schema
 * @throws TypeError for a value JSON cannot say
 */
export async function toToolResult(
  value: unknown,
  output: CompiledSchema | undefined,
): Promise<CallToolResult> {
  if (isBuilt<ToolResult>(value, 'tool')) {
    return withText(await checkReadyMade(value.toJSON(), output));
  }
  const copy = copyOfBuilt(value, 'tool')?.result;
  if (isToolResult(copy)) return withText(await checkReadyMade(copy, output));
  if (isToolResult(value)) return checkReadyMade(value, output);
  if (output === undefined) return { content: toContent(value) };
  return structured(await validated(value, output));
}

async function checkReadyMade(
  result: CallToolResult,
  output: CompiledSchema | undefined,
): Promise<CallToolResult> {
  if (output === undefined || result.isError === true) return result;
  if (!('structuredContent' in result)) {
    throw new OutputMismatchError([
      { path: 'structuredContent', message: 'is missing, though an output schema is declared' },
    ]);
  }
  return { ...result, structuredContent: await validated(result.structuredContent, output) };
}

/**
 * Clients that know no structured content need text. It is made of what was validated, since the author
 * may have given an entity of which the schema shows a part.
 */
function withText(result: CallToolResult): CallToolResult {
  const { structuredContent, content } = result;
  if (!('structuredContent' in result) || content.some(({ type }) => type === 'text'))
    return result;
  const text: TextContent = { type: 'text', text: toJsonText(structuredContent) };
  return { ...result, content: [text, ...content] };
}

async function validated(value: unknown, output: CompiledSchema): Promise<unknown> {
  requireJsonKind(value);
  const outcome = await output.validate(value);
  if (!outcome.ok) throw new OutputMismatchError(outcome.issues);
  return outcome.value;
}

const structured = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: toJsonText(value) }],
  structuredContent: value,
});

function toContent(value: unknown): CallToolResult['content'] {
  if (value === undefined) return [];
  return [{ type: 'text', text: typeof value === 'string' ? value : toJsonText(value) }];
}

/**
 * A domain object may well have a member `content`; it is a result only when every element is a
 * complete content block, and an empty list only when nothing else stands beside it.
 */
function isToolResult(value: unknown): value is CallToolResult {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return false;
  if (!value.content.every(isContentBlock)) return false;
  return value.content.length > 0 || hasOnlyResultMembers(value);
}

const hasOnlyResultMembers = (value: JsonObject): boolean =>
  Object.keys(value).every((member) => RESULT_MEMBERS.has(member));
