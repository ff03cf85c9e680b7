import type { JsonObject } from '../protocol/json.js';
import { headerMismatch } from '../protocol/protocol-errors.js';
import type { MirroredParameter } from '../registry/mirrored-parameter.interface.js';
import { mirroredValue } from '../registry/mirrored-value.js';
import type { ParameterHeaders } from './parameter-headers.interface.js';

/** An integer as clients write it, or with an empty fraction: `42.0` is `42`. */
const INTEGER = /^-?(?:0|[1-9]\d*)(?:\.0+)?$/;

/**
 * Every mirrored argument must stand in its header too, and every such header must have its argument,
 * so that nobody on the way routes a call by one value while we run it with another. Judged are the
 * arguments as they were sent, before defaults and conversions (2026-07-28, Streamable HTTP: server
 * behavior for custom headers).
 *
 * @throws McpException `-32020`
 */
export function checkMirroredParameters(
  parameters: readonly MirroredParameter[],
  args: JsonObject,
  headers: ParameterHeaders,
): void {
  for (const parameter of parameters) {
    const value = mirroredValue(args, parameter);
    const problem = findProblem(parameter, value, headers.read(parameter.header));
    if (problem !== undefined) throw headerMismatch(problem);
  }
}

/** Values stay out of the message: they may be worth more than the headers that show them. */
function findProblem(
  { header, path, type }: MirroredParameter,
  value: unknown,
  given: string | undefined,
): string | undefined {
  const name = `Mcp-Param-${header}`;
  const argument = `arguments.${path.join('.')}`;
  if (value === undefined) {
    // Not covered by the specification. A header that claims a value where there is none is a lie.
    return given === undefined ? undefined : `${name} header is sent, but ${argument} has no value`;
  }
  const uncarried = describeUncarried(value);
  if (uncarried !== undefined) return `${argument} is ${uncarried}, which no ${name} can carry`;
  if (given === undefined) return `${name} header is missing, but ${argument} has a value`;
  return isSame(value, given, type) ? undefined : `${name} header differs from ${argument}`;
}

/**
 * A string where an integer is declared, or the like, is left to validation once the header says the
 * same, since validation tells the model what to repair. What no header can say is refused here:
 * conversions might make a value of it that nobody on the way could see.
 */
function describeUncarried(value: unknown): string | undefined {
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  const isUnsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isUnsafe ? 'an integer beyond 2^53 - 1' : undefined;
}

function isSame(value: unknown, given: string, type: MirroredParameter['type']): boolean {
  const isNumeric = type === 'integer' && typeof value === 'number' && INTEGER.test(given);
  return isNumeric ? Number(given) === value : given === String(value);
}
