import type { ListName } from '../../registry/definitions.interface.js';
import type { HandlerCall } from '../../registry/handlers/handler-call.interface.js';
import type { Fallback } from './fallback.js';
import type { McpHooks } from './mcp-hooks.interface.js';

type FallbackHook = 'onToolCall' | 'onPromptGet' | 'onResourceRead';

const BY_KIND: Partial<Readonly<Record<HandlerCall['kind'], FallbackHook>>> = {
  tool: 'onToolCall',
  prompt: 'onPromptGet',
  resource: 'onResourceRead',
};

const BY_LIST: Readonly<Record<ListName, FallbackHook>> = {
  tools: 'onToolCall',
  prompts: 'onPromptGet',
  resources: 'onResourceRead',
  resourceTemplates: 'onResourceRead',
};

/** The hook that serves those of a kind that have no handler, if there is one. */
export function fallbackOf(
  hooks: McpHooks | undefined,
  kind: HandlerCall['kind'],
): Fallback | undefined {
  const hook = BY_KIND[kind];
  const serve = hook && hooks?.[hook];
  return serve && ((name, args, context) => serve.call(hooks, name, args, context));
}

/** True where a hook serves those of the list that have no handler. */
export const hasFallback = (hooks: McpHooks | undefined, list: ListName): boolean =>
  hooks?.[BY_LIST[list]] !== undefined;
