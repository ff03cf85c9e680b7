import type { ErrorObject } from 'ajv';
import type { ValidationIssue } from '../compiled-schema.interface.js';

/** A value can break one rule per array element; an answer must stay readable. */
const MAX_ISSUES = 100;

/**
 * The errors of ajv as issues with dotted paths.
 *
 * @internal
 */
export function toIssues(errors: readonly ErrorObject[]): ValidationIssue[] {
  return errors.slice(0, MAX_ISSUES).map((error) => {
    const path = segments(error).join('.');
    const message = describe(error);
    const field = path.slice(path.lastIndexOf('.') + 1);
    return { path, message: path === '' ? message : `${field} ${message}` };
  });
}

/** A missing or unknown property is reported at itself, not at the object around it. */
function segments(error: ErrorObject): string[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params = error.params as Record<string, unknown>;
  const own =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return own === undefined ? path : [...path, String(own)];
}

function describe(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    return 'should not exist';
  }
  if (error.keyword === 'enum') {
    return `must be one of ${JSON.stringify(params['allowedValues'])}`;
  }
  if (error.keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return error.message ?? `breaks "${error.keyword}"`;
}
