import { encodeText } from './encode-text.js';
import { OPERATOR_RULES, type OperatorRules } from './operator-rules.js';
import type { TemplatePart, TemplateVariable } from './template-part.js';

/** A string, a list or an associative array of RFC 6570; an empty list or array counts as undefined. */
export type ExpansionValue = string | readonly string[] | Readonly<Record<string, string>>;

export type ExpansionValues =
  | ReadonlyMap<string, ExpansionValue | undefined>
  | Readonly<Record<string, ExpansionValue | undefined>>;

/** RFC 6570 section 3. */
export function expandTemplate(parts: readonly TemplatePart[], values: ExpansionValues): string {
  return parts
    .map((part) => {
      if (part.kind === 'literal') return encodeText(part.text, true);
      const rules = OPERATOR_RULES[part.operator];
      const expanded = part.variables.flatMap((variable) => {
        const value = lookUp(values, variable.name);
        return value === undefined ? [] : expandVariable(variable, value, rules);
      });
      return expanded.length === 0 ? '' : rules.lead + expanded.join(rules.separator);
    })
    .join('');
}

function lookUp(values: ExpansionValues, name: string): ExpansionValue | undefined {
  if (isMap(values)) return values.get(name);
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function isMap(values: ExpansionValues): values is ReadonlyMap<string, ExpansionValue | undefined> {
  return values instanceof Map;
}

/** The pieces that the separator of the operator goes between. */
function expandVariable(
  variable: TemplateVariable,
  value: ExpansionValue,
  rules: OperatorRules,
): readonly string[] {
  const { name, explode, prefix } = variable;
  const encode = (text: string) => encodeText(text, rules.keepsReserved);
  const pair = (key: string, text: string) =>
    `${key}${rules.named && text === '' ? rules.ifEmpty : `=${text}`}`;
  const labelled = (text: string) => (rules.named ? pair(name, text) : text);
  if (typeof value === 'string') {
    const kept = prefix === undefined ? value : Array.from(value).slice(0, prefix).join('');
    return [labelled(encode(kept))];
  }
  if (prefix !== undefined) {
    throw new TypeError(`The prefix of "${name}" applies to a string, not to a list.`);
  }
  if (isList(value)) {
    if (value.length === 0) return [];
    const items = value.map(encode);
    return explode ? items.map(labelled) : [labelled(items.join(','))];
  }
  const entries = Object.entries(value).map(([key, text]) => [encode(key), encode(text)] as const);
  if (entries.length === 0) return [];
  return explode
    ? entries.map(([key, text]) => pair(key, text))
    : [labelled(entries.flat().join(','))];
}

function isList(value: ExpansionValue): value is readonly string[] {
  return Array.isArray(value);
}
