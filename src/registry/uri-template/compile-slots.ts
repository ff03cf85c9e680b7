import { encodeText } from './encode-text.js';
import { normaliseEscapes } from './normalise-escapes.js';
import { normaliseUri } from './normalise-uri.js';
import { OPERATOR_RULES } from './operator-rules.js';
import type { NamedSlot, Slot, ValueSlot } from './slot.js';
import type { ExpressionPart, TemplatePart, TemplateVariable } from './template-part.js';

/** What the parts mean for matching: literal text, values by place, and blocks of named values. */
export function compileSlots(parts: readonly TemplatePart[]): readonly Slot[] {
  return parts.flatMap((part, index): readonly Slot[] => {
    if (part.kind === 'literal') {
      const text = encodeText(part.text, true);
      return [{ kind: 'literal', text: index === 0 ? normaliseUri(text) : normaliseEscapes(text) }];
    }
    const later = excludedByLater(parts.slice(index + 1));
    const { named, keepsReserved } = OPERATOR_RULES[part.operator];
    if (named) return [namedSlot(part, later)];
    // `&` ends a value inside a query, unless the author asked for raw reserved characters.
    const endsAtPair = !keepsReserved && isInQuery(parts.slice(0, index));
    return valueSlots(part, endsAtPair ? `${later}&` : later);
  });
}

/** A value ends where a delimiter that comes later in the template begins (RFC 3986 section 3). */
function excludedByLater(later: readonly TemplatePart[]): string {
  return later
    .map((part) => {
      if (part.kind === 'literal') return part.text.replace(/[^?#]/g, '');
      const { lead, named } = OPERATOR_RULES[part.operator];
      return named || lead === '#' ? lead : '';
    })
    .join('');
}

function isInQuery(earlier: readonly TemplatePart[]): boolean {
  return earlier.some((part) => part.kind === 'literal' && part.text.includes('?'));
}

function namedSlot(part: ExpressionPart, later: string): NamedSlot {
  const { lead, separator, isSegment } = OPERATOR_RULES[part.operator];
  const excluded = `#${isSegment ? '/?' : ''}${later}`.replaceAll(separator, '');
  return {
    kind: 'named',
    lead: lead.charCodeAt(0),
    separator,
    variables: part.variables,
    excludes: charCodes(excluded),
    isSegment,
  };
}

function valueSlots(part: ExpressionPart, ends: string): readonly Slot[] {
  const { lead, separator } = OPERATOR_RULES[part.operator];
  return part.variables.flatMap((variable, index): readonly Slot[] => {
    const text = index === 0 ? lead : separator;
    const value = valueSlot(part, variable, ends);
    return text === '' ? [value] : [{ kind: 'literal', text }, value];
  });
}

function valueSlot(
  { operator, variables }: ExpressionPart,
  variable: TemplateVariable,
  ends: string,
): ValueSlot {
  const { separator, isSegment } = OPERATOR_RULES[operator];
  // A lone `{id}` may hold a raw comma; in `{a,b}` the comma is what tells the two apart.
  const splits = separator !== ',' || variables.length > 1;
  const base = `${isSegment ? '/?#' : ''}${splits ? separator : ''}`;
  return {
    kind: 'value',
    variable,
    separator,
    excludes: charCodes((variable.explode ? base.replaceAll(separator, '') : base) + ends),
    isSegment,
  };
}

function charCodes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
