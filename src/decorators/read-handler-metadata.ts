import type { CompletionOptions } from './completion-options.interface.js';
import { DECORATED_FUNCTION, HandlerMetadata } from './metadata-keys.js';
import type { PromptOptions } from './prompt-options.interface.js';
import type { ResourceFeedOptions } from './resource-feed-options.interface.js';
import type { ResourceOptions } from './resource-options.interface.js';
import type { ToolOptions } from './tool-options.interface.js';

/** Everything one method was decorated as; a method may be several things at once. */
export interface HandlerDeclarations {
  readonly tool?: ToolOptions;
  readonly resource?: ResourceOptions;
  readonly prompt?: PromptOptions;
  readonly completion?: CompletionOptions;
  readonly feed?: ResourceFeedOptions;
}

/**
 * What the method of this name was decorated as, or `undefined`. Only the prototype that implements
 * the method counts: an override without decorators is an ordinary method again.
 */
export function readHandlerMetadata(
  prototype: object,
  property: string,
): HandlerDeclarations | undefined {
  const owner = ownerOf(prototype, property);
  if (owner === undefined) return undefined;
  const declarations = Object.entries(HandlerMetadata)
    .map(([kind, key]): [string, unknown] => [kind, Reflect.getOwnMetadata(key, owner, property)])
    .filter(([, options]) => options !== undefined);
  return declarations.length === 0 ? undefined : Object.fromEntries(declarations);
}

/**
 * Gives a method back what other decorators stored on its function (guards, roles), if a decorator
 * replaced the function afterwards. Guards would see a method without roles, and let everybody in.
 */
export function restoreFunctionMetadata(prototype: object, property: string): void {
  const owner = ownerOf(prototype, property) ?? prototype;
  const decorated: unknown = Reflect.getOwnMetadata(DECORATED_FUNCTION, owner, property);
  const current: unknown = Reflect.get(prototype, property);
  if (typeof decorated !== 'function' || typeof current !== 'function') return;
  for (const key of Reflect.getMetadataKeys(decorated) as unknown[]) {
    if (Reflect.hasMetadata(key, current)) continue;
    Reflect.defineMetadata(key, Reflect.getMetadata(key, decorated), current);
  }
}

function ownerOf(prototype: object, property: string): object | undefined {
  let owner: object | null = prototype;
  while (owner !== null && !Object.hasOwn(owner, property)) {
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return owner ?? undefined;
}
