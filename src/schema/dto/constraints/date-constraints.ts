import type { ConstraintEntry } from './constraint-entry.interface.js';

/** A Date cannot hold the leap second that `date-time` allows. */
export const DATE_TIME: Readonly<Record<string, unknown>> = {
  type: 'string',
  format: 'date-time',
  pattern: ':[0-5]\\d(\\.\\d+)?([Zz]|[+-]\\d{2}:?\\d{2})$',
};

const WIDER = 'what the Date constructor parses is wider than date-time';

/** Validators of Date instances; the JSON value is the string that becomes one. */
export const dateConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isDate: () => ({ schema: { type: 'string' }, hint: DATE_TIME, wider: WIDER }),
  minDate: ([bound]) => bounded('not before', bound),
  maxDate: ([bound]) => bounded('not after', bound),
};

/** The names above: a property with one of them holds a Date. */
export const DATE_CONSTRAINTS: ReadonlySet<string> = new Set(Object.keys(dateConstraints));

function bounded(word: string, bound: unknown): ReturnType<ConstraintEntry> {
  // A function gives the bound at each call ("not before now"), so it cannot be shown.
  const note = bound instanceof Date ? `${word} ${bound.toISOString()}` : undefined;
  const wider = 'no keyword compares dates';
  return { schema: { type: 'string' }, wider, ...(note !== undefined && { note }) };
}
