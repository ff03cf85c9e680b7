import { OPERATOR_RULES } from './operator-rules.js';
import type { UriTemplate } from './uri-template.js';

/**
 * Sorts the template to try first to the front: more literal characters, then fewer variables that
 * reach past one segment, then the text, so that the order never depends on registration.
 */
export function compareTemplates(a: UriTemplate, b: UriTemplate): number {
  const byText = a.template < b.template ? -1 : Number(a.template > b.template);
  return literalCharacters(b) - literalCharacters(a) || reaching(a) - reaching(b) || byText;
}

function literalCharacters({ parts }: UriTemplate): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'literal' ? part.text.length : 0), 0);
}

function reaching({ parts }: UriTemplate): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'literal') return sum;
    const { named, keepsReserved } = OPERATOR_RULES[part.operator];
    if (named) return sum;
    return sum + part.variables.filter(({ explode }) => keepsReserved || explode).length;
  }, 0);
}
