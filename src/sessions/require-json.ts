/**
 * JSON would drop such a value, or turn it into something else, without a word.
 *
 * @param path where the value is, for the message
 * @throws TypeError naming the path of the first value that JSON cannot say
 */
export function requireJson(value: unknown, path: string, above: readonly unknown[] = []): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') return requireFinite(value, path);
  if (value === undefined) throw unsayable(path, 'undefined');
  if (typeof value !== 'object') throw unsayable(path, `a ${typeof value}`);
  if (above.includes(value)) throw unsayable(path, 'an object that contains itself');
  const around = [...above, value];
  if (Array.isArray(value)) {
    // By index, since a hole is no member.
    for (let i = 0; i < value.length; i++) requireJson(value[i], `${path}[${i}]`, around);
    return;
  }
  requirePlain(value, path);
  for (const [key, member] of Object.entries(value)) {
    // A member without a value is as good as absent.
    if (member !== undefined) requireJson(member, `${path}${memberOf(key)}`, around);
  }
}

function requireFinite(value: number, path: string): void {
  if (!Number.isFinite(value)) throw unsayable(path, String(value));
}

function requirePlain(value: object, path: string): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const { name } = (value.constructor ?? Object) as { name?: unknown };
    throw unsayable(path, `an instance of ${String(name)}`);
  }
  const [symbol] = Object.getOwnPropertySymbols(value);
  if (symbol !== undefined) throw unsayable(path, `an object with the key ${String(symbol)}`);
}

const memberOf = (key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

const unsayable = (path: string, what: string): TypeError =>
  new TypeError(`${path} is ${what}, which JSON cannot say`);
