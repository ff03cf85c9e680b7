import type { PipeTransform, Type } from '@nestjs/common';
import type { CheckedParameter } from './checked-parameter.js';
import { parameterDecorator } from './parameter-metadata.js';

type Pipe = Type<PipeTransform> | PipeTransform;

/**
 * The validated arguments of the call, or one member of them. Needed only where the parameter's type
 * does not say it already (an interface, a type inferred from a schema, a single value).
 *
 * @publicApi
 */
export function McpArgs(...pipes: Pipe[]): CheckedParameter;
export function McpArgs(property: string, ...pipes: Pipe[]): CheckedParameter;
export function McpArgs(...given: (string | Pipe)[]): CheckedParameter {
  const [first] = given;
  const property = typeof first === 'string' ? first : undefined;
  const pipes = given.filter((item): item is Pipe => typeof item !== 'string');
  return parameterDecorator({ kind: 'arguments', property, pipes });
}
