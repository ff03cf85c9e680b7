import type { BuildContext } from './build-context.interface.js';
import type { ConstraintMetadata, DtoClass } from './class-libraries.js';
import type { Check } from './class-model.interface.js';
import type { Described, Fragment } from './constraints/constraint-entry.interface.js';
import { constraintTable } from './constraints/constraint-table.js';
import { DATE_CONSTRAINTS } from './constraints/date-constraints.js';
import { dtoError } from './dto-error.js';
import { isBuiltIn } from './is-built-in.js';
import { mergeFragments } from './merge-fragments.js';
import { probeCondition } from './probe-condition.js';

/** What the decorators of one property say, before its type is looked at. */
export interface CollectedConstraints {
  own: Fragment;
  items: Fragment;
  readonly notes: string[];
  readonly checks: Check[];
  readonly itemChecks: Check[];
  /** Built-in validators that hold in every case, to ask what they say of null and of absence. */
  readonly unconditional: ((value: unknown) => boolean)[];
  isDefined: boolean;
  isNested: boolean;
  isOptional: boolean;
  isDate: boolean;
  hasEach: boolean;
  /** True if `@Allow()` is all there is. */
  isAllowed: boolean;
  conditional: boolean;
  skipsNull: boolean;
  skipsUndefined: boolean;
  readonly instanceOf: unknown[];
}

export interface PropertySource {
  readonly type: DtoClass;
  readonly name: string;
  readonly metadata: readonly ConstraintMetadata[];
  /** True if the values validators see come out of a `@Transform`. */
  readonly transformed: boolean;
}

/** @internal */
export function collectConstraints(
  source: PropertySource,
  context: BuildContext,
): CollectedConstraints {
  const collected = empty();
  // Conditions first: they decide how the others count.
  for (const metadata of source.metadata) addCondition(metadata, collected);
  for (const metadata of source.metadata) addConstraint(metadata, collected, source, context);
  if (collected.conditional && context.role === 'output') {
    return { ...collected, own: {}, items: {} };
  }
  return collected;
}

function empty(): CollectedConstraints {
  return {
    own: {},
    items: {},
    notes: [],
    checks: [],
    itemChecks: [],
    unconditional: [],
    isDefined: false,
    isNested: false,
    isOptional: false,
    isDate: false,
    hasEach: false,
    isAllowed: true,
    conditional: false,
    skipsNull: false,
    skipsUndefined: false,
    instanceOf: [],
  };
}

function addCondition(metadata: ConstraintMetadata, collected: CollectedConstraints): void {
  if (metadata.type !== 'whitelistValidation') collected.isAllowed = false;
  if (metadata.type !== 'conditionalValidation') return;
  if (metadata.name === 'isOptional') {
    collected.isOptional = true;
    return;
  }
  const condition = metadata.constraints?.[0];
  if (typeof condition !== 'function') return;
  const probed = probeCondition(condition as (object: unknown, value: unknown) => unknown);
  collected.skipsNull ||= probed.skipsNull;
  collected.skipsUndefined ||= probed.skipsUndefined;
  collected.conditional ||= !probed.onlyPresence;
}

function addConstraint(
  metadata: ConstraintMetadata,
  collected: CollectedConstraints,
  source: PropertySource,
  context: BuildContext,
): void {
  if (metadata.each) collected.hasEach = true;
  if (metadata.type === 'nestedValidation') collected.isNested = true;
  if (metadata.type !== 'customValidation' && metadata.type !== 'isDefined') return;
  const name = metadata.name ?? '';
  const entry = isBuiltIn(metadata) ? constraintTable.get(name) : undefined;
  if (name === 'isInstance' && isBuiltIn(metadata)) {
    collected.instanceOf.push(metadata.constraints?.[0]);
  } else if (entry === undefined) {
    // Somebody's own validator: it may be asynchronous, and nothing can be shown of it.
    context.findings.isSync = false;
    return;
  }
  if (DATE_CONSTRAINTS.has(name)) collected.isDate = true;
  if (metadata.type === 'isDefined') collected.isDefined = true;
  const accepts = runner(metadata);
  if (metadata.validateIf === undefined) collected.unconditional.push(accepts);
  if (entry === undefined) return;
  const described = entry(metadata.constraints ?? [], accepts);
  if ('impossible' in described) {
    if (source.transformed) return;
    throw dtoError(
      context,
      source.type,
      source.name,
      `can never be valid: ${name} ${described.impossible}. Correct or remove the decorator.`,
    );
  }
  addDescribed(described, metadata, collected, source, context);
}

function addDescribed(
  described: Described,
  metadata: ConstraintMetadata,
  collected: CollectedConstraints,
  source: PropertySource,
  context: BuildContext,
): void {
  const { schema, hint, note, refuse } = described;
  const side = metadata.each ? 'items' : 'own';
  const shown = context.role === 'input' ? hint : undefined;
  if (note !== undefined && shown === undefined) collected.notes.push(note);
  // On an output, a validator that only sometimes holds must not be shown: a client would refuse.
  if (metadata.validateIf !== undefined && context.role === 'output') return;
  const once = mergeFragments(collected[side], schema);
  const merged = once !== undefined && shown !== undefined ? mergeFragments(once, shown) : once;
  if (merged === undefined) throw contradiction(source, context, metadata.name);
  collected[side] = merged;
  if (refuse !== undefined && metadata.validateIf === undefined) {
    collected[metadata.each ? 'itemChecks' : 'checks'].push(refuse);
  }
}

/** @internal */
export function contradiction(
  source: Pick<PropertySource, 'type' | 'name'>,
  context: BuildContext,
  what = 'its type',
): Error {
  return dtoError(
    context,
    source.type,
    source.name,
    `can never be valid: ${what} contradicts the other decorators (no JSON value satisfies all of ` +
      'them). Remove one; for arrays give { each: true } to the validators of the elements.',
  );
}

/** Runs one validator as class-validator would, without the rest of the object. */
function runner(metadata: ConstraintMetadata): (value: unknown) => boolean {
  const Constraint = metadata.constraintCls as new () => {
    validate(value: unknown, args: object): boolean;
  };
  const instance = new Constraint();
  const args = { constraints: metadata.constraints, property: metadata.propertyName };
  return (value) => {
    try {
      const values = metadata.each && Array.isArray(value) ? value : [value];
      return values.every((one) => instance.validate(one, args));
    } catch {
      return false;
    }
  };
}
