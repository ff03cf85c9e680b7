import 'reflect-metadata';

/** A string, so that two copies of this package agree; for the same reason the set below is global. */
const HEADERS_METADATA = 'nest-mcp:headers';
const CLASSES = Symbol.for('nest-mcp:classes-with-headers');

/** Notes that clients repeat this property of the class in a header. */
export function storeHeader(prototype: object, property: string, header: string): void {
  const headers = new Map([...storedHeaders(prototype), [property, header]]);
  Reflect.defineMetadata(HEADERS_METADATA, headers, prototype);
  prototypesWithHeaders().add(prototype);
}

/** Headers by property, those of superclasses included. */
export function storedHeaders(prototype: object): ReadonlyMap<string, string> {
  const stored: unknown = Reflect.getMetadata(HEADERS_METADATA, prototype);
  return stored instanceof Map ? (stored as Map<string, string>) : new Map();
}

/** Every prototype that was given a header; classes live as long as the process, as class-validator keeps them. */
export function prototypesWithHeaders(): Set<object> {
  const holder = globalThis as { [CLASSES]?: Set<object> };
  return (holder[CLASSES] ??= new Set());
}
