import 'reflect-metadata';
import ajvFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as classValidator from 'class-validator';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import type { Described } from './constraint-entry.interface.js';
import type { ConstraintCase } from './constraint-case.fixture.js';
import { constraintCases } from './constraint-cases.fixture.js';
import { constraintTable } from './constraint-table.js';
import { compileSchema } from '../../compile-schema.js';

const EDGES: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, -1.5, 0.07, 1e-7, 1e21, 2 ** 53, 2 ** 53 + 2, Infinity],
  ...['', ' ', 'a', 'A', '0', '1', '-1', '1.5', 'true', '\n', 'a\n', '😀', '😀😀', '❤️', '\ud800'],
  ...['k', '\u212A', 'ſ', 'é', 'ß', 'null', '[]', '{}', 'constructor'],
  ...[
    [],
    [null],
    [1],
    [1, 1],
    ['a'],
    ['a', 'a'],
    ['a', 'b'],
    [[]],
    [{}],
    [{}, {}],
    [1, 2, 3, 4, 5],
  ],
  ...[{}, { a: 1 }, { a: null }, { hasOwnProperty: 1 }, { length: 1 }],
];

const anything = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !/"(constructor|__proto__)":/.test(JSON.stringify(value)));

/** Near misses: a sample with one character gone, changed, added or doubled. */
function nearby(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const texts = samples.filter((sample) => typeof sample === 'string');
  const numbers = samples.filter((sample) => typeof sample === 'number');
  const parts: fc.Arbitrary<unknown>[] = [];
  if (texts.length > 0) {
    const character = fc.constantFrom(
      ...'aAzZ09.-_:/@,;= \n%+()[]{}#?Tt😀éſ\uFE0F'.split(''),
      '😀',
    );
    parts.push(
      fc
        .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(3), character)
        .map(([text, at, kind, one]) => {
          const place = text.length === 0 ? 0 : at % (text.length + 1);
          const rest = text.slice(place + (kind === 0 ? 1 : 0));
          const middle = ['', one, one, text.slice(place, place + 1)][kind] ?? '';
          return text.slice(0, place) + middle + (kind === 1 ? text.slice(place + 1) : rest);
        }),
    );
  }
  if (numbers.length > 0) {
    parts.push(
      fc
        .tuple(fc.constantFrom(...numbers), fc.double({ min: -2, max: 2, noNaN: true }))
        .map(([a, b]) => a + b),
    );
  }
  return parts.length === 0 ? anything : fc.oneof(...parts);
}

/** Besides samples and edges, each of which is tried. */
function valuesFor(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: nearby(samples) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.double({ noNaN: true }) },
    { weight: 1, arbitrary: anything },
  );
}

interface Side {
  readonly shows: (value: unknown) => boolean;
  readonly accepts: (value: unknown) => Promise<boolean>;
}

interface Subject {
  readonly input: Side;
  readonly output: Side;
  readonly described: Described;
}

function given(v: unknown): { v?: unknown } {
  return v === undefined ? {} : { v };
}

/** One for all cases: what it takes to check schemas themselves is compiled once. */
const strictAjv = new Ajv2020({ strict: true, allErrors: true });
(ajvFormats as unknown as (ajv: object) => void)(strictAjv);

async function prepare({ decorate }: ConstraintCase): Promise<Subject> {
  class Subject {}
  decorate(Subject.prototype, 'v');
  const [metadata] = getMetadataStorage().getTargetValidationMetadatas(Subject, '', false, false);
  const entry = constraintTable.get(metadata?.name ?? '');
  if (metadata === undefined || entry === undefined) throw new Error('no entry in the table');
  const Constraint = metadata.constraintCls as new () => {
    validate(v: unknown, m: object): boolean;
  };
  const accepts = (value: unknown): boolean => {
    try {
      return new Constraint().validate(value, metadata);
    } catch {
      return false;
    }
  };
  const described = entry(metadata.constraints ?? [], accepts);
  if ('impossible' in described) throw new Error(described.impossible);
  const side = async (role: 'input' | 'output'): Promise<Side> => {
    const compiled = await compileSchema(Subject, { role, where: 'spec' });
    const validate = strictAjv.compile(compiled.json);
    return {
      // An output is read by its client in JSON form (Infinity is null there).
      shows: (v) => validate(role === 'input' ? given(v) : JSON.parse(JSON.stringify({ v }))),
      accepts: async (v) => (await compiled.validate(given(v))).ok,
    };
  };
  return { input: await side('input'), output: await side('output'), described };
}

/** Accepted values a client would be told are wrong; and the other way round. */
async function judge(
  { shows, accepts }: Side,
  value: unknown,
): Promise<'same' | 'kept back' | 'let through'> {
  const [shown, accepted] = [shows(value), await accepts(value)];
  if (shown === accepted) return 'same';
  return shown ? 'let through' : 'kept back';
}

describe.each(constraintCases)('$name', (one) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await prepare(one);
  });

  it.each(one.valid.map((value) => ({ value })))('accepts $value', async ({ value }) => {
    await expect(subject.input.accepts(value)).resolves.toBe(true);
  });

  it.each(one.invalid.map((value) => ({ value })))('refuses $value', async ({ value }) => {
    await expect(subject.input.accepts(value)).resolves.toBe(false);
  });

  it('shows what it accepts, within the declared relation', async () => {
    const { input, output, described } = subject;
    // Inputs with a hint show less than is accepted; everything else may only show more.
    const outgoing = new Set(['same', ...(described.wider === undefined ? [] : ['let through'])]);
    const incoming = described.hint === undefined ? outgoing : new Set(['same', 'kept back']);
    const allowed = [incoming, outgoing];
    const isAllowed = async (value: unknown): Promise<boolean> => {
      const verdicts = [await judge(input, value), await judge(output, value)];
      return verdicts.every((verdict, role) => allowed[role]?.has(verdict));
    };
    const samples = [...one.valid, ...one.invalid];
    const refused: unknown[] = [];
    for (const value of [...samples, ...EDGES]) if (!(await isAllowed(value))) refused.push(value);

    expect(refused).toEqual([]);
    await fc.assert(fc.asyncProperty(valuesFor(samples), isAllowed), { numRuns: 150 });
  });

  it('declares no relation that is weaker than it need be', async () => {
    const { input, output, described } = subject;
    const verdicts = async (side: Side, values: readonly unknown[]): Promise<string[]> =>
      Promise.all(values.map((value) => judge(side, value)));
    const gaps = (await verdicts(output, one.invalid)).includes('let through');
    const hinted = await verdicts(input, one.valid);
    expect({
      isWider: gaps || one.witness === 'none',
      keepsBack: hinted.includes('kept back'),
      showsTheUsualForm: hinted.includes('same'),
    }).toEqual({
      isWider: described.wider !== undefined || one.witness === 'none',
      keepsBack: described.hint !== undefined,
      showsTheUsualForm: true,
    });
  });
});

describe('the table', () => {
  /** Not constraints on a value of their own; built elsewhere, each with its own spec. */
  const ELSEWHERE = new Set(
    ['Allow', 'IsOptional', 'ValidateIf', 'ValidateNested', 'ValidatePromise', 'IsInstance'].concat(
      ['Validate', 'ValidateBy', 'ValidatorConstraint', 'IsDate', 'MinDate', 'MaxDate'],
    ),
  );
  const isClass = (value: unknown): boolean => /^class\s/.test(String(value));

  it('has a case for every decorator that class-validator exports', () => {
    const exported = Object.entries(classValidator)
      .filter(
        ([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function' && !isClass(value),
      )
      .map(([name]) => name)
      .filter((name) => !ELSEWHERE.has(name));
    const covered = new Set(constraintCases.map(({ name }) => name.split(' ')[0]));
    expect(exported.filter((name) => !covered.has(name))).toEqual([]);
    expect(exported.length).toBeGreaterThan(90);
  });
});
