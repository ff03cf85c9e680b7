import type { BuildContext } from './build-context.interface.js';
import type { ConstraintMetadata, DtoClass } from './class-libraries.js';
import type { Check, NestedModel, PropertyModel } from './class-model.interface.js';
import {
  collectConstraints,
  contradiction,
  type CollectedConstraints,
} from './collect-constraints.js';
import type { Fragment } from './constraints/constraint-entry.interface.js';
import { DATE_TIME } from './constraints/date-constraints.js';
import { describeProperty } from './describe-property.js';
import { findHeader } from './find-header.js';
import { mergeFragments } from './merge-fragments.js';
import { readPropertyType, type PropertyType } from './property-type.js';
import { readPropertyAnnotations, type PropertyAnnotations } from './read-annotations.js';
import { refuseImpossibleType } from './refuse-impossible-type.js';
import { resolveNested } from './resolve-nested.js';

interface Source {
  readonly type: DtoClass;
  readonly name: string;
  readonly jsonName: string;
  readonly metadata: readonly ConstraintMetadata[];
  /** The value the class holds when the client sends none. */
  readonly absent: unknown;
}

const DESIGN_TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

/** @internal */
export function buildPropertyModel(source: Source, context: BuildContext): PropertyModel {
  const { type, name, jsonName } = source;
  const propertyType = readPropertyType(type, name, context);
  const { transformed, conversion, design } = propertyType;
  if (transformed) context.findings.hasTransforms = true;
  const said = collectConstraints({ ...source, transformed }, context);
  refuseImpossibleType({ type, name, said, propertyType }, context);
  const nested = said.isNested ? nestedOf(source, propertyType, context) : undefined;
  const isArray =
    said.hasEach || (design === Array && !said.isAllowed) || said.own['type'] === 'array';
  const written = readPropertyAnnotations(type, name);
  const typed = withType({ source, said, propertyType, isArray, nested, written }, context);
  const absence = judgeAbsence(said, source.absent, context);
  const dropsNull = judgeNull(said, written, absence, context);
  return {
    name,
    jsonName,
    own: typed.own,
    items: typed.items,
    isArray,
    nested,
    nullable: absence.nullable && !dropsNull,
    dropsNull,
    required: absence.required,
    annotations: describeProperty({ said, written, absent: absence.default, conversion }),
    header: context.role === 'input' ? findHeader(type, name, source.metadata, context) : undefined,
    checks: typed.checks,
    itemChecks: typed.itemChecks,
    enforceType: typed.enforceType && !transformed && !said.conditional,
    conversion,
    isDate: said.isDate,
    transformed,
    conditional: said.conditional,
  };
}

function nestedOf(
  { type, name }: Source,
  { design, effective, typeMetadata, transformed }: PropertyType,
  context: BuildContext,
): NestedModel | undefined {
  // A nested value that a handler returns needs no @Type: it is read by its declared class.
  const declared = effective ?? (context.role === 'output' ? design : undefined);
  if (transformed && declared === undefined) return undefined;
  return resolveNested(
    { type, name, typeMetadata, declared, hasType: typeMetadata !== undefined },
    context,
  );
}

interface Typing {
  readonly source: Source;
  readonly said: CollectedConstraints;
  readonly propertyType: PropertyType;
  readonly isArray: boolean;
  readonly nested: NestedModel | undefined;
  readonly written: PropertyAnnotations;
}

interface Typed {
  readonly own: Fragment;
  readonly items: Fragment;
  readonly checks: readonly Check[];
  readonly itemChecks: readonly Check[];
  readonly enforceType: boolean;
}

/** Adds what is not said by a validator, but is enforced here, to what the validators say. */
function withType(typing: Typing, context: BuildContext): Typed {
  const { said, isArray, nested, written } = typing;
  const merge = (left: Fragment, right: Fragment): Fragment => {
    const merged = mergeFragments(left, right);
    if (merged === undefined) throw contradiction(typing.source, context);
    return merged;
  };
  const shows = !(said.conditional && context.role === 'output');
  const addition = shows ? typeToAdd(typing) : undefined;
  let own = addition === undefined ? said.own : merge(said.own, { type: addition });
  let { items } = said;
  const date = shows ? dateToAdd(typing, context) : undefined;
  if (date !== undefined) {
    if (isArray) items = merge(items, date);
    else own = merge(own, date);
  }
  const typed = { ...said, own, items, enforceType: addition !== undefined };
  const { values } = written;
  const hasEnum = own['enum'] !== undefined || items['enum'] !== undefined;
  if (values === undefined || hasEnum || !shows || nested !== undefined) return typed;
  const check = memberOf(values);
  if (isArray) {
    return {
      ...typed,
      items: merge(items, { enum: values }),
      itemChecks: [...said.itemChecks, check],
    };
  }
  return { ...typed, own: merge(own, { enum: values }), checks: [...said.checks, check] };
}

/** A Date is written by `toISOString`; what comes in must only be readable as a date. */
function dateToAdd({ said, propertyType }: Typing, { role }: BuildContext): Fragment | undefined {
  if (role === 'output') return said.isDate ? { type: 'string', format: 'date-time' } : undefined;
  return propertyType.conversion === 'date' ? DATE_TIME : undefined;
}

/**
 * Containers are always enforced. A plain type is, where no validator states one: `@IsNotEmpty()
 * name: string` alone would let an object through to code that expects a string.
 */
function typeToAdd({ said, propertyType, isArray, nested }: Typing): string | undefined {
  if (isArray) return 'array';
  if (nested !== undefined || said.isNested) return 'object';
  if (said.instanceOf.length > 0 && propertyType.conversion === undefined && !said.isDate) {
    return 'object';
  }
  const { own } = said;
  const isTyped = ['type', 'enum', 'anyOf'].some((keyword) => keyword in own);
  if (isTyped || said.isAllowed || propertyType.transformed) return undefined;
  if (propertyType.conversion === 'date') return undefined;
  return propertyType.conversion ?? DESIGN_TYPES.get(propertyType.design);
}

function memberOf(values: readonly unknown[]): Check {
  return (value) => (values.includes(value) ? undefined : `must be one of: ${values.join(', ')}`);
}

interface Absence {
  readonly required: boolean;
  readonly nullable: boolean;
  readonly default: unknown;
}

/** Asks the validators themselves what they say of an absent value, and of null. */
function judgeAbsence(
  said: CollectedConstraints,
  absent: unknown,
  { settings }: BuildContext,
): Absence {
  const { skipMissingProperties, skipNullProperties, skipUndefinedProperties } = settings;
  const skips = (value: unknown): boolean => {
    const isMissing = value === undefined || value === null;
    if (isMissing && said.isOptional) return true;
    if (value === undefined ? said.skipsUndefined : value === null && said.skipsNull) return true;
    if (said.isDefined || !isMissing) return false;
    return Boolean(
      skipMissingProperties || (value === undefined ? skipUndefinedProperties : skipNullProperties),
    );
  };
  const accepts = (value: unknown): boolean =>
    skips(value) ||
    said.conditional ||
    (said.unconditional.every((validator) => validator(value)) &&
      !(said.isNested && value === null));
  const isAccepted = accepts(absent);
  return {
    required: !isAccepted,
    nullable: skips(null),
    default: isAccepted ? absent : undefined,
  };
}

/**
 * `@IsOptional()` lets null pass, but what it means is that a value may be missing. So an answer holds
 * null only where the property says that it may.
 */
function judgeNull(
  said: CollectedConstraints,
  written: PropertyAnnotations,
  { nullable, required }: Absence,
  { role, nullableOptionals }: BuildContext,
): boolean {
  if (role === 'input' || nullableOptionals || said.conditional) return false;
  return nullable && !required && !said.skipsNull && !written.nullable;
}
