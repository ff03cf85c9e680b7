/** Where the decorators leave what they were told. Strings, so that two copies of this package agree. */
export const HandlerMetadata = {
  tool: 'nest-mcp:tool',
  resource: 'nest-mcp:resource',
  prompt: 'nest-mcp:prompt',
  completion: 'nest-mcp:completion',
} as const;

/** One kind of decorated method. */
export type HandlerKind = keyof typeof HandlerMetadata;

/** Which parameter of a decorated method gets what. */
export const PARAMETERS_METADATA = 'nest-mcp:parameters';
