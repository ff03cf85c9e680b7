import { templateError, type TemplateSource } from './template-error.js';
import type { ExpressionPart, Operator, TemplateVariable } from './template-part.js';

const OPERATORS: ReadonlySet<string> = new Set<Operator>(['+', '#', '.', '/', ';', '?', '&']);
const RESERVED_OPERATORS: ReadonlySet<string> = new Set(['=', ',', '!', '@', '|']);
const VARIABLE =
  /^(?<name>(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*)(?:(?<explode>\*)|:(?<prefix>[1-9]\d{0,3}))?$/;

/** Parses what stands between two braces; `position` is that of the opening brace. */
export function parseExpression(
  body: string,
  position: number,
  source: TemplateSource,
): ExpressionPart {
  const first = body.charAt(0);
  if (RESERVED_OPERATORS.has(first)) {
    throw templateError(source, {
      position: position + 1,
      problem: `RFC 6570 reserves the operator "${first}"`,
      remedy: 'Use one of + # . / ; ? & or none',
    });
  }
  const operator = isOperator(first) ? first : '';
  let at = position + 1 + operator.length;
  const variables: TemplateVariable[] = [];
  for (const text of body.slice(operator.length).split(',')) {
    variables.push(parseVariable(text, at, source));
    at += text.length + 1;
  }
  return { kind: 'expression', operator, variables, position };
}

function isOperator(character: string): character is Operator {
  return OPERATORS.has(character);
}

function parseVariable(text: string, position: number, source: TemplateSource): TemplateVariable {
  const groups = VARIABLE.exec(text)?.groups;
  if (groups?.['name'] === undefined) {
    throw templateError(source, {
      position,
      problem: text === '' ? 'a variable name is missing' : `"${text}" is not a variable`,
      remedy:
        'A variable is a name of letters, digits, "_" and inner dots, then nothing, "*" or ":1" to ":9999"',
    });
  }
  const { name, explode, prefix } = groups;
  return {
    name,
    explode: explode !== undefined,
    prefix: prefix === undefined ? undefined : Number(prefix),
  };
}
