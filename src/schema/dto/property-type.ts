import 'reflect-metadata';
import type { BuildContext } from './build-context.interface.js';
import { CLASS_TO_PLAIN, PLAIN_TO_CLASS, type DtoClass } from './class-libraries.js';
import type { Conversion } from './class-model.interface.js';
import type { TypeMetadata } from './class-transformer-internals.js';

/** What compiler and class-transformer know about the type of a property. */
export interface PropertyType {
  /** `design:type`: what the compiler left. */
  readonly design: unknown;
  readonly typeMetadata: TypeMetadata | undefined;
  /** What class-transformer makes of the value. */
  readonly effective: unknown;
  readonly conversion: Conversion | undefined;
  readonly transformed: boolean;
}

const CONVERSIONS = new Map<unknown, Conversion>([
  [Number, 'number'],
  [String, 'string'],
  [Boolean, 'boolean'],
  [Date, 'date'],
]);

const BUILT_IN = new Set<unknown>([
  ...[Object, Array, Function, String, Number, Boolean, Date, Map, Set, Promise, RegExp],
  ...[Symbol, BigInt, WeakMap, WeakSet, ArrayBuffer, DataView, Buffer, Uint8Array],
]);

/** Types whose instances no JSON value becomes, or which JSON cannot write. */
const NEVER_JSON = new Set<unknown>([
  ...[Map, Set, WeakMap, WeakSet, BigInt, Symbol, Promise, RegExp],
  ...[ArrayBuffer, DataView, Buffer, Uint8Array],
]);

/** @internal */
export function isBuiltInType(type: unknown): boolean {
  return BUILT_IN.has(type);
}

/** @internal */
export function isNeverJson(type: unknown): boolean {
  return NEVER_JSON.has(type);
}

/** @internal */
export function readPropertyType(
  type: DtoClass,
  property: string,
  { libraries, settings, role }: BuildContext,
): PropertyType {
  const { storage } = libraries;
  const design: unknown = Reflect.getMetadata('design:type', type.prototype as object, property);
  const typeMetadata = storage.findTypeMetadata(type, property);
  const implicit = settings.transformOptions?.enableImplicitConversion === true;
  const declared = typeMetadata === undefined ? undefined : declaredType(typeMetadata, property);
  const effective = typeMetadata === undefined && implicit ? design : declared;
  const direction = role === 'input' ? PLAIN_TO_CLASS : CLASS_TO_PLAIN;
  return {
    design,
    typeMetadata,
    effective,
    conversion: role === 'input' ? CONVERSIONS.get(effective) : undefined,
    transformed: storage.findTransformMetadatas(type, property, direction).length > 0,
  };
}

/** With ES modules, an import cycle makes the function throw; with CommonJS it gives undefined. */
function declaredType({ typeFunction }: TypeMetadata, property: string): unknown {
  try {
    return typeFunction?.({ newObject: {}, object: {}, property });
  } catch {
    return undefined;
  }
}
