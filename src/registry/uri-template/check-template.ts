import { checkAdjacency } from './check-adjacency.js';
import { templateError, type TemplateSource } from './template-error.js';
import type { ExpressionPart, TemplatePart } from './template-part.js';

/** Refuses at boot what parses but cannot be matched as its author meant it. */
export function checkTemplate(parts: readonly TemplatePart[], source: TemplateSource): void {
  const expressions = parts.filter((part) => part.kind === 'expression');
  if (expressions.length === 0) {
    throw templateError(source, {
      position: 0,
      problem: 'it has no variables',
      remedy: 'Give a fixed "uri" instead of a template, or add a variable such as {id}',
    });
  }
  checkScheme(parts, source);
  checkNames(expressions, source);
  checkPathParameters(parts, source);
  checkQuery(parts, source);
  checkAdjacency(parts, source);
}

function checkScheme([first]: readonly TemplatePart[], source: TemplateSource): void {
  if (first?.kind === 'literal' && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(first.text)) return;
  throw templateError(source, {
    position: 0,
    problem: 'it does not begin with a literal scheme',
    remedy: 'Begin with one, such as "shop://", and no variable before its colon',
  });
}

function checkNames(expressions: readonly ExpressionPart[], source: TemplateSource): void {
  const seen = new Set<string>();
  for (const { variables, position } of expressions) {
    for (const { name } of variables) {
      if (seen.has(name)) {
        throw templateError(source, {
          position,
          problem: `the variable "${name}" occurs twice`,
          remedy: 'Give each variable a name of its own',
        });
      }
      seen.add(name);
    }
  }
}

/** The parameters of a segment come in any order too. */
function checkPathParameters(parts: readonly TemplatePart[], source: TemplateSource): void {
  let given = false;
  for (const part of parts) {
    if (part.kind === 'literal' ? part.text.includes('/') : part.operator === '/') given = false;
    if (part.kind === 'literal' || part.operator !== ';') continue;
    if (given) {
      throw templateError(source, {
        position: part.position,
        problem: 'the segment has a second {;…}',
        remedy: 'Name all its parameters in one, such as {;a,b}',
      });
    }
    given = true;
  }
}

/** The parameters of a query come in any order, so one expression, at its end, has to know them all. */
function checkQuery(parts: readonly TemplatePart[], source: TemplateSource): void {
  let begun = false;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') {
      begun ||= part.text.includes('?');
      continue;
    }
    const { operator, position } = part;
    if (operator !== '?' && operator !== '&') continue;
    const expected = begun ? '&' : '?';
    if (operator !== expected) {
      throw templateError(source, {
        position,
        problem: `no query is to ${begun ? 'begin' : 'continue'} here`,
        remedy: `Write {${expected}…}`,
      });
    }
    const follower = parts[index + 1];
    if (follower !== undefined && !beginsFragment(follower)) {
      throw templateError(source, {
        position: follower.position,
        problem: 'only a fragment can follow a query expression',
        remedy: 'Name all its variables in one, and put fixed parameters before it: ?x=1{&a,b}',
      });
    }
    begun = true;
  }
}

function beginsFragment(part: TemplatePart): boolean {
  return part.kind === 'literal' ? part.text.startsWith('#') : part.operator === '#';
}
