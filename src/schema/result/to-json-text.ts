/**
 * Compact JSON of a returned value.
 *
 * @throws TypeError for what JSON cannot say: functions, symbols, bigints, cycles
 */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be returned to a client`);
  return text;
}
