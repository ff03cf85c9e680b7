/** Where the decorators leave what they were told. Strings, so that two copies of this package agree. */
export const HandlerMetadata = {
  tool: 'nest-mcp:tool',
  resource: 'nest-mcp:resource',
  prompt: 'nest-mcp:prompt',
  completion: 'nest-mcp:completion',
  feed: 'nest-mcp:feed',
} as const;

/** One thing a method may be decorated as. */
export type DeclarationKind = keyof typeof HandlerMetadata;

/** One kind of decorated method that clients call. */
export type HandlerKind = Exclude<DeclarationKind, 'feed'>;

/** The function a method was when it was decorated. */
export const DECORATED_FUNCTION = 'nest-mcp:function';

/** Which parameter of a decorated method gets what. */
export const PARAMETERS_METADATA = 'nest-mcp:parameters';

/** Where Nest keeps what its parameter decorators were told (`@nestjs/common` constants). */
export const ROUTE_ARGUMENTS = '__routeArguments__';

/** Begins the keys there under which Nest finds pipe classes of our parameter decorators. */
export const PIPES_KEY_PREFIX = 'nest-mcp:';
