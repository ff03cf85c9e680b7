import type { PipeTransform, Type } from '@nestjs/common';
import { PARAMETERS_METADATA } from './metadata-keys.js';

/** What one parameter was explicitly declared to receive. */
export interface ParameterMetadata {
  readonly kind: 'arguments' | 'context';
  /** One member of the arguments instead of all. */
  readonly property?: string;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
}

/** A parameter decorator that stores `metadata` for its position. */
export function parameterDecorator(metadata: ParameterMetadata): ParameterDecorator {
  return (target, property, index) => {
    if (property === undefined) return;
    const known = readParameterMetadata(target, property);
    Reflect.defineMetadata(
      PARAMETERS_METADATA,
      new Map([...known, [index, metadata]]),
      target,
      property,
    );
  };
}

/** Explicitly declared parameters of a method, by position. */
export function readParameterMetadata(
  prototype: object,
  property: string | symbol,
): ReadonlyMap<number, ParameterMetadata> {
  const stored: unknown = Reflect.getMetadata(PARAMETERS_METADATA, prototype, property);
  return stored instanceof Map ? (stored as Map<number, ParameterMetadata>) : new Map();
}
