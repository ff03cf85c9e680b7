/**
 * Objects of which JSON keeps nothing, so that they would arrive as `{}`: a mistake of the author,
 * which a client could not notice.
 */
const EMPTY_IN_JSON = new Map([
  ['Map', 'return Object.fromEntries(map), or a list of its entries'],
  ['Set', 'return [...set]'],
  ['WeakMap', 'return a plain object'],
  ['WeakSet', 'return a list'],
  ['Error', 'throw it'],
  ['RegExp', 'return its source'],
  ['Promise', 'await it'],
  ['Generator', 'return [...generator]'],
  ['AsyncGenerator', 'collect its values and return them'],
]);

/**
 * Compact JSON of a returned value.
 *
 * @throws TypeError for what JSON cannot say: functions, symbols, bigints, cycles, maps and sets
 */
export function toJsonText(value: unknown): string {
  requireJsonKind(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be returned to a client`);
  return text;
}

/**
 * Looks at the value itself only: what it holds is not worth a walk on every call.
 *
 * @throws TypeError naming the kind and the remedy
 */
export function requireJsonKind(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  // By its tag, because values of another realm are instances of other classes.
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const remedy = EMPTY_IN_JSON.get(kind);
  if (remedy === undefined || ('toJSON' in value && kind !== 'Error')) return;
  throw new TypeError(`${article(kind)} ${kind} cannot be returned to a client; ${remedy}`);
}

const article = (kind: string): string => (/^[AE]/.test(kind) ? 'an' : 'a');
