import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { MirroredParameter } from './mirrored-parameter.interface.js';

/** The value at the exact path of a mirrored parameter; `undefined` where there is none, or null. */
export function mirroredValue(
  args: JsonObject,
  { path }: Pick<MirroredParameter, 'path'>,
): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value ?? undefined;
}
