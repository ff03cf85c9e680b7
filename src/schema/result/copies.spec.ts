import { COPY_BRAND } from './builders/built-result.js';
import { CompletionResult } from './builders/completion-result.js';
import { PromptResult } from './builders/prompt-result.js';
import { ResourceResult } from './builders/resource-result.js';
import { ToolResult } from './builders/tool-result.js';
import { toCompletionResult } from './to-completion-result.js';
import { toPromptResult } from './to-prompt-result.js';
import { toResourceResult } from './to-resource-result.js';
import { toToolResult } from './to-tool-result.js';

const tool = (value: unknown) => toToolResult(value, undefined);
const prompt = (value: unknown) => toPromptResult(value, 'Greets');
const resource = (value: unknown) => toResourceResult(value, 'shop://a', undefined);

/** What serializers make of an instance: its enumerable members, by name. */
const copyOf = (built: object): object => Object.fromEntries(Object.entries(built));

describe('a plain copy of a built result', () => {
  it.each([
    { kind: 'tool', built: ToolResult.structured({ a: 1 }), shape: tool },
    { kind: 'prompt', built: PromptResult.user('hello'), shape: prompt },
    { kind: 'resource', built: ResourceResult.text('a').cached({ ttlMs: 1 }), shape: resource },
    {
      kind: 'completion',
      built: CompletionResult.values(['a'], { total: 3 }),
      shape: toCompletionResult,
    },
  ])('is what it was: $kind', async ({ built, shape }) => {
    expect(await shape(copyOf(built))).toEqual(await shape(built));
  });

  it.each([
    { what: 'content that is none', forged: { content: 'x' } },
    { what: 'a block that is none', forged: { content: [{ type: 'image' }] } },
    { what: 'nothing', forged: undefined },
  ])('with $what is an object as any other', async ({ forged }) => {
    const value = { [COPY_BRAND]: 'tool', result: forged };

    expect(await tool(value)).toEqual({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  });

  it('of a resource is an object as any other where its contents are none', () => {
    const value = { [COPY_BRAND]: 'resource', result: { contents: [{ text: 1 }] } };

    expect(resource(value)?.contents).toMatchObject([{ text: JSON.stringify(value) }]);
  });

  it('of a resource that has no contents says so', () => {
    expect(() => resource(copyOf(ResourceResult))).toThrow('has no contents');
  });

  it.each([
    { members: { candidates: 'a' }, message: 'values must be a list' },
    { members: { candidates: ['a', 'b'], totals: { total: 1 } }, message: 'total must be' },
  ])('of a completion is refused where it cannot be one: $message', ({ members, message }) => {
    const forged = { [COPY_BRAND]: 'completion', ...members };

    expect(() => toCompletionResult(forged)).toThrow(message);
  });

  it('of another kind is no result of this one', async () => {
    const copy = copyOf(PromptResult.user('hello'));

    expect(await tool(copy)).toEqual({ content: [{ type: 'text', text: JSON.stringify(copy) }] });
  });
});
