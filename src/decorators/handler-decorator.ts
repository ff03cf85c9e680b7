import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { DeclarationKind } from './metadata-keys.js';
import { DECORATED_FUNCTION, HandlerMetadata } from './metadata-keys.js';

/**
 * Nest adds request-scoped global enhancers only to controllers and to "entry providers", which it
 * knows by this mark (it stands in `@nestjs/common`'s constants, and GraphQL resolvers carry it).
 */
const ENTRY_PROVIDER_WATERMARK = '__entryProvider__';

/** Anything that decorates methods; what exactly, whoever makes it declares. */
type AnyDecorator = MethodDecorator & (() => void);

/**
 * A method decorator that stores `options` for one kind of handler. The metadata belongs to the
 * prototype and the method's name rather than to the function, so a decorator that wraps the
 * function afterwards does not lose it.
 */
export function handlerDecorator(
  decorator: string,
  kind: DeclarationKind,
  options: object,
): AnyDecorator {
  const decorate: MethodDecorator = (target, property, descriptor) => {
    const method: unknown = (descriptor as PropertyDescriptor | undefined)?.value;
    if (typeof target === 'function' || typeof method !== 'function') {
      throw new McpConfigurationError(
        `@${decorator}() on ${placeOf(target)}.${String(property)}: only instance methods can be decorated`,
      );
    }
    Reflect.defineMetadata(HandlerMetadata[kind], options, target, property);
    if (!Reflect.hasOwnMetadata(DECORATED_FUNCTION, target, property)) {
      Reflect.defineMetadata(DECORATED_FUNCTION, method, target, property);
    }
    // Nothing runs around a feed, which could not do with an instance per request.
    if (kind === 'feed') return;
    Reflect.defineMetadata(ENTRY_PROVIDER_WATERMARK, true, target.constructor);
  };
  return decorate as AnyDecorator;
}

const placeOf = (target: object): string =>
  typeof target === 'function' ? target.name : target.constructor.name;
