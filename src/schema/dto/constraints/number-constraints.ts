import type { ConstraintEntry, Described, Impossible } from './constraint-entry.interface.js';
import { exact } from './describe-constraint.js';

/** `1e400` is legal JSON text and becomes Infinity, which no schema accepts as a number. */
const refuse = (value: unknown): string | undefined =>
  typeof value === 'number' && !Number.isFinite(value) ? 'must be a finite number' : undefined;

/** Validators of numbers. */
export const numberConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isInt: () => exact({ type: 'integer' }),
  isNumber: ([options]) => numberWith(options),
  isPositive: () => exact({ type: 'number', exclusiveMinimum: 0 }, { refuse }),
  isNegative: () => exact({ type: 'number', exclusiveMaximum: 0 }, { refuse }),
  min: ([bound]) => limit('minimum', bound),
  max: ([bound]) => limit('maximum', bound),
  isDivisibleBy: ([divisor]) => multiple(divisor),
};

function limit(keyword: string, bound: unknown): Described | Impossible {
  if (typeof bound !== 'number' || Number.isNaN(bound)) {
    return { impossible: `compares with ${String(bound)}, which is no number` };
  }
  // An infinite bound is no bound, or one that nothing satisfies.
  if (!Number.isFinite(bound)) {
    const open = (keyword === 'minimum') === bound < 0;
    return open ? exact({ type: 'number' }, { refuse }) : { impossible: `is beyond ${bound}` };
  }
  return exact({ type: 'number', [keyword]: bound }, { refuse });
}

function numberWith(options: unknown): Described {
  const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
  if (places === undefined) return exact({ type: 'number' }, { refuse });
  if (places <= 0) return exact({ type: 'integer' }, { refuse: decimals(0) });
  return {
    schema: { type: 'number' },
    note: `at most ${places} decimal places`,
    wider: 'multipleOf 0.01 divides in binary, so validators refuse 0.07 and the like',
    refuse: decimals(places),
  };
}

/** The validator reads the digits behind the point of `String(value)`, and throws on `1e-7`. */
function decimals(places: number): (value: unknown) => string | undefined {
  return (value) => {
    if (typeof value !== 'number') return undefined;
    if (!Number.isFinite(value)) return 'must be a finite number';
    const text = String(value);
    const tooFine = text.includes('e-') && !text.includes('.');
    return tooFine ? `must have at most ${places} decimal places` : undefined;
  };
}

function multiple(divisor: unknown): Described | Impossible {
  // The validator parses the divisor as an integer.
  const whole = typeof divisor === 'number' ? Math.abs(Number.parseInt(String(divisor), 10)) : NaN;
  if (!(whole > 0)) return { impossible: `divides by ${String(divisor)}, which never leaves 0` };
  return {
    schema: { type: 'number', multipleOf: whole },
    wider: 'validators of JSON Schema divide, which rounds beyond 2^53 and underflows near 0',
    // ajv compares with parseInt(), which fails on the exponent of numbers this large.
    refuse: (value) =>
      typeof value === 'number' && Math.abs(value) >= 1e21 ? 'must be below 1e21' : undefined,
  };
}
