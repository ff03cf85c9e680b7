import type { McpContext, RuntimeTool } from 'nest-mcp';

/** A form with one text. */
export const VALUE_FORM = {
  type: 'object',
  properties: { value: { type: 'string', minLength: 1 } },
  required: ['value'],
} as const;

/** A tool `ask` that is this function. */
export const askingTool = (
  handler: (ctx: McpContext) => unknown,
  more: Partial<RuntimeTool> = {},
): RuntimeTool => ({
  name: 'ask',
  handler: (_args: unknown, ctx: McpContext) => handler(ctx),
  ...more,
});

/** Asks for a text and gives it, or what the person did instead. */
export async function value(ctx: McpContext, message: string, key?: string): Promise<string> {
  const result = await ctx.elicit(message, VALUE_FORM, key === undefined ? {} : { key });
  return result.action === 'accept' ? String(result.content.value) : result.action;
}

/** Lets the model write something. */
export async function sampled(ctx: McpContext, text: string): Promise<string> {
  const { content } = await ctx.sample({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 9,
  });
  return (content as { readonly text: string }).text;
}
