import type { PipeTransform, Type } from '@nestjs/common';
import { PARAMETERS_METADATA, PIPES_KEY_PREFIX, ROUTE_ARGUMENTS } from './metadata-keys.js';

/** What one parameter was explicitly declared to receive. */
export interface ParameterMetadata {
  readonly kind: 'arguments' | 'context';
  /** One member of the arguments, or of the context, instead of all. */
  readonly property?: string;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
}

/** Anything that decorates parameters; what exactly, whoever makes it declares. */
type AnyDecorator = ParameterDecorator & (() => void);

/** A parameter decorator that stores `metadata` for its position. */
export function parameterDecorator(metadata: ParameterMetadata): AnyDecorator {
  const decorate: ParameterDecorator = (target, property, index) => {
    if (property === undefined) return;
    const known = readParameterMetadata(target, property);
    Reflect.defineMetadata(
      PARAMETERS_METADATA,
      new Map([...known, [index, metadata]]),
      target,
      property,
    );
    if (metadata.pipes.length > 0) announcePipes(target.constructor, property, index, metadata);
  };
  return decorate as AnyDecorator;
}

/** Nest makes the pipe classes it finds among its own parameters, and leaves out all others. */
function announcePipes(
  classRef: object,
  property: string | symbol,
  index: number,
  { pipes }: ParameterMetadata,
): void {
  const known = Reflect.getMetadata(ROUTE_ARGUMENTS, classRef, property) as object | undefined;
  const announced = { ...known, [`${PIPES_KEY_PREFIX}${index}`]: { index, pipes } };
  Reflect.defineMetadata(ROUTE_ARGUMENTS, announced, classRef, property);
}

/** Explicitly declared parameters of a method, by position. */
export function readParameterMetadata(
  prototype: object,
  property: string | symbol,
): ReadonlyMap<number, ParameterMetadata> {
  const stored: unknown = Reflect.getMetadata(PARAMETERS_METADATA, prototype, property);
  return stored instanceof Map ? (stored as Map<number, ParameterMetadata>) : new Map();
}
