import type { BuildContext } from './build-context.interface.js';
import type { DtoClass } from './class-libraries.js';
import type { CollectedConstraints } from './collect-constraints.js';
import { dtoError } from './dto-error.js';
import { isNeverJson, type PropertyType } from './property-type.js';

interface Suspect {
  readonly type: DtoClass;
  readonly name: string;
  readonly said: CollectedConstraints;
  readonly propertyType: PropertyType;
}

/**
 * Refuses, at boot, a property that no JSON value can satisfy. `@Transform` can make anything of
 * anything, so a transformed property passes.
 *
 * @internal
 */
export function refuseImpossibleType(suspect: Suspect, context: BuildContext): void {
  const { type, name, said, propertyType } = suspect;
  const { design, effective, transformed } = propertyType;
  if (transformed) return;
  const wrong = [effective, design].find(isNeverJson);
  if (wrong !== undefined) {
    throw dtoError(
      context,
      type,
      name,
      `is a ${(wrong as { name: string }).name}, which JSON cannot carry. Declare an array, an object ` +
        'or a string, or convert with @Transform().',
    );
  }
  if (context.role === 'input') refuseDate(suspect, context);
  for (const target of said.instanceOf) {
    if (becomesInstance(suspect, target, context)) continue;
    const wanted = (target as { name?: string } | undefined)?.name ?? String(target);
    throw dtoError(
      context,
      type,
      name,
      `has @IsInstance(${wanted}), which no value from JSON satisfies. Add @Type(() => ${wanted}) ` +
        'and @ValidateNested(), or remove @IsInstance.',
    );
  }
}

/** class-transformer makes the instance of an input; of an output only what is nested stays one. */
function becomesInstance(
  { said, propertyType }: Suspect,
  target: unknown,
  { role }: BuildContext,
): boolean {
  const { effective, design } = propertyType;
  if (role === 'input') return isSameOrBelow(effective, target);
  return (said.isNested || said.isDate) && isSameOrBelow(effective ?? design, target);
}

function refuseDate({ type, name, said, propertyType }: Suspect, context: BuildContext): void {
  if (!said.isDate || propertyType.effective === Date) return;
  throw dtoError(
    context,
    type,
    name,
    'has @IsDate, but JSON has no dates and nothing turns the string into one. Add ' +
      '@Type(() => Date), or use @IsISO8601() and keep the string.',
  );
}

function isSameOrBelow(effective: unknown, target: unknown): boolean {
  if (typeof effective !== 'function' || typeof target !== 'function') return false;
  return effective === target || effective.prototype instanceof target;
}
