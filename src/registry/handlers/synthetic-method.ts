import type { PipeTransform, Type } from '@nestjs/common';
import { ROUTE_ARGUMENTS } from '../../decorators/metadata-keys.js';

/** One parameter of a method as Nest's context creators read it. */
export interface SyntheticParameter {
  readonly index: number;
  readonly data: unknown;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
  /** What pipes are told the parameter's class is. */
  readonly metatype: unknown;
  /** What pipes are told the parameter is. */
  readonly kind: 'body' | 'custom';
}

/** `RouteParamtypes.BODY`; pipes such as ValidationPipe ignore parameters of other kinds. */
const BODY = 3;
/** A number no parameter type of Nest uses. */
const CUSTOM = 900;

let sequence = 0;

/**
 * Describes parameters under a method name that exists nowhere else, and returns the name. Nest 11
 * caches handler metadata by class name and method name, so two classes of one name, or one method
 * wrapped twice, would get each other's arguments under the real name.
 */
export function defineSyntheticMethod(
  classRef: object,
  prototype: object,
  method: string,
  parameters: readonly SyntheticParameter[],
): string {
  const name = `${method}#mcp${sequence++}`;
  const routeArguments = Object.fromEntries(
    parameters.map(({ index, data, pipes, kind }) => [
      `${kind === 'body' ? BODY : CUSTOM}:${index}`,
      { index, data, pipes },
    ]),
  );
  const types = parameters.map(({ metatype }) => metatype);
  Reflect.defineMetadata(ROUTE_ARGUMENTS, routeArguments, classRef, name);
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
  return name;
}
