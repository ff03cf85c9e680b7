import { compileSlots } from './compile-slots.js';
import { OPERATOR_RULES } from './operator-rules.js';
import type { Slot } from './slot.js';
import { templateError, type TemplateSource } from './template-error.js';
import type { ExpressionPart, TemplatePart } from './template-part.js';

/** Refuses neighbours of which nobody could say where the one ends and the other begins. */
export function checkAdjacency(parts: readonly TemplatePart[], source: TemplateSource): void {
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') continue;
    const earlier = parts.slice(0, index);
    const problem = findUndividedPair(part, earlier.at(-1)) ?? findFloatingList(part, earlier);
    if (problem !== undefined) {
      throw templateError(source, {
        position: part.position,
        problem,
        remedy: 'Write a literal such as "/x/" between them, or make them one variable',
      });
    }
  }
}

function findUndividedPair(part: ExpressionPart, previous?: TemplatePart): string | undefined {
  if (previous?.kind !== 'expression' || OPERATOR_RULES[part.operator].lead !== '')
    return undefined;
  return `nothing tells where ${print(previous)} ends and ${print(part)} begins`;
}

/** A list after another value that may hold its separator: either could take any of its elements. */
function findFloatingList(
  part: ExpressionPart,
  earlier: readonly TemplatePart[],
): string | undefined {
  const { separator } = OPERATOR_RULES[part.operator];
  const before = separator === ',' ? [] : undividedBy(separator, earlier).flatMap(placesOf);
  for (const place of placesOf(part)) {
    const isList = place.slot.kind === 'value' && place.slot.variable.explode;
    const rival = before.find(({ slot }) => mayHold(slot, separator));
    if (isList && rival !== undefined) {
      return `${print(rival.part)} may take elements of a list in ${print(part)}`;
    }
    before.push(place);
  }
  return undefined;
}

/** The expressions that no literal but the separator itself parts from the end. */
function undividedBy(separator: string, parts: readonly TemplatePart[]): readonly ExpressionPart[] {
  const divider = parts.findLastIndex((part) => part.kind === 'literal' && part.text !== separator);
  return parts.slice(divider + 1).filter((part) => part.kind === 'expression');
}

function placesOf(part: ExpressionPart) {
  return compileSlots([part]).map((slot) => ({ part, slot }));
}

function mayHold(slot: Slot, separator: string): boolean {
  return slot.kind !== 'literal' && !slot.excludes.has(separator.charCodeAt(0));
}

function print({ operator, variables }: ExpressionPart): string {
  const names = variables.map(
    ({ name, explode, prefix }) =>
      `${name}${explode ? '*' : ''}${prefix === undefined ? '' : `:${prefix}`}`,
  );
  return `{${operator}${names.join(',')}}`;
}
