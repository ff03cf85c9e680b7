import { parseExpression } from './parse-expression.js';
import { templateError, type TemplateSource } from './template-error.js';
import type { LiteralPart, TemplatePart } from './template-part.js';

// RFC 6570 section 2.1, but for the apostrophe, which RFC 3986 allows in a URI.
const NOT_LITERAL = /[\p{Cc}\p{Surrogate} "<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/u;

/** The grammar of RFC 6570, level 4, and nothing else: whether it can be matched is checked later. */
export function parseTemplateParts(source: TemplateSource): readonly TemplatePart[] {
  const { template } = source;
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const end = open === -1 ? template.length : open;
    if (end > at) parts.push(parseLiteral(template.slice(at, end), at, source));
    if (open === -1) break;
    const close = template.indexOf('}', open);
    if (close === -1) {
      throw templateError(source, {
        position: open,
        problem: 'the expression is never closed',
        remedy: 'Write "}" at its end, or "%7B" for a literal brace',
      });
    }
    parts.push(parseExpression(template.slice(open + 1, close), open, source));
    at = close + 1;
  }
  return parts;
}

function parseLiteral(text: string, position: number, source: TemplateSource): LiteralPart {
  const found = NOT_LITERAL.exec(text);
  if (found !== null) {
    throw templateError(source, {
      position: position + found.index,
      problem: `${JSON.stringify(found[0])} cannot stand in a URI`,
      remedy: 'Percent-encode it (a percent sign is "%25"), or open the expression with "{"',
    });
  }
  return { kind: 'literal', text, position };
}
