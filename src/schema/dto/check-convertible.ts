import type { Conversion } from './class-model.interface.js';

/**
 * class-transformer converts with `Number()`, `Boolean()` and `String()`, which accept anything: the
 * text "false" becomes true, an object "[object Object]". Only conversions that keep the meaning
 * pass. Gives the end of a message.
 *
 * @internal
 */
export function checkConvertible(
  value: unknown,
  conversion: Conversion | undefined,
): string | undefined {
  if (conversion === undefined || value === null) return undefined;
  if (conversion === 'number') return isNumeric(value) ? undefined : 'must be a number';
  if (conversion === 'boolean') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (conversion === 'date') {
    return typeof value === 'string' ? undefined : 'must be a date as text (ISO 8601)';
  }
  return typeof value === 'object' ? 'must be a string' : undefined;
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** The value as validators will see it. */
export function convert(value: unknown, conversion: Conversion | undefined): unknown {
  if (value === null || conversion === undefined || conversion === 'date') return value;
  if (conversion === 'number') return Number(value);
  return conversion === 'string' ? String(value) : value;
}
