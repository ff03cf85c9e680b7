import type { Span } from './find-spans.js';
import { readText, type TextRules } from './read-text.js';
import type { NamedSlot, ValueSlot } from './slot.js';
import type { TemplateVariable } from './template-part.js';
import type { UriMatchOptions } from './uri-match-options.interface.js';
import type { UriMalformed, UriMatch, UriVariable } from './uri-match.interface.js';

type Found = { readonly kind: 'found'; readonly value: UriVariable } | UriMalformed | undefined;

interface RawVariable {
  readonly variable: TemplateVariable;
  readonly texts: readonly string[];
  readonly rules: TextRules;
}

/** Decodes the variables of a URI that has the shape of the template. */
export function readVariables(
  spans: readonly Span[],
  uri: string,
  options: UriMatchOptions,
): UriMatch | undefined {
  const variables = new Map<string, UriVariable>();
  for (const { slot, start, end } of spans) {
    if (slot.kind === 'literal') continue;
    const raw = uri.slice(start, end);
    const raws =
      slot.kind === 'value' ? [rawValue(slot, raw, options)] : rawPairs(slot, raw, options);
    for (const each of raws) {
      const found = readVariable(each);
      if (found?.kind !== 'found') return found;
      variables.set(each.variable.name, found.value);
    }
  }
  return { kind: 'match', variables };
}

function rawValue(slot: ValueSlot, raw: string, options: UriMatchOptions): RawVariable {
  const { variable, separator, isSegment } = slot;
  return {
    variable,
    texts: variable.explode ? raw.split(separator) : [raw],
    rules: { ...options, isSegment, mayBeEmpty: false, prefix: variable.prefix },
  };
}

function rawPairs(slot: NamedSlot, raw: string, options: UriMatchOptions): readonly RawVariable[] {
  const { isSegment } = slot;
  const sent = new Map<string, string[]>(slot.variables.map(({ name }) => [name, []]));
  for (const pair of raw.slice(1).split(slot.separator)) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    sent.get(name)?.push(equals === -1 ? '' : pair.slice(equals + 1));
  }
  return slot.variables.flatMap((variable) => {
    const texts = sent.get(variable.name) ?? [];
    const rules = { ...options, isSegment, mayBeEmpty: true, prefix: variable.prefix };
    return texts.length === 0 ? [] : [{ variable, texts, rules }];
  });
}

function readVariable({ variable, texts, rules }: RawVariable): Found {
  if (!variable.explode && texts.length > 1) {
    return { kind: 'malformed', variable: variable.name, reason: 'repeated' };
  }
  const values: string[] = [];
  for (const text of texts) {
    const reading = readText(text, rules);
    if (reading === undefined) return undefined;
    if (reading.kind === 'undecodable') {
      return { kind: 'malformed', variable: variable.name, reason: 'percent-encoding' };
    }
    values.push(reading.text);
  }
  return { kind: 'found', value: variable.explode ? values : values.join('') };
}
