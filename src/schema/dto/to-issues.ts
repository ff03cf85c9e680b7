import type { ConstraintError } from './class-libraries.js';
import type { ClassModel, NestedModel, PropertyModel } from './class-model.interface.js';
import type { ValidationIssue } from '../compiled-schema.interface.js';

/**
 * The errors of class-validator as issues: dotted paths of JSON names, one issue a message.
 *
 * @internal
 */
export function toIssues(errors: readonly ConstraintError[], model: ClassModel): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  addObject(errors, [model], '', issues);
  return issues;
}

/** `models` has more than one member where a discriminator decides. */
function addObject(
  errors: readonly ConstraintError[],
  models: readonly ClassModel[],
  prefix: string,
  issues: ValidationIssue[],
): void {
  for (const error of errors) {
    const owner = models.find((model) => model.properties.has(error.property));
    const property = owner?.properties.get(error.property);
    if (property !== undefined)
      addProperty(error, property, `${prefix}${property.jsonName}`, issues);
    // Properties that are not part of the JSON are not the client's business.
    else if (!models.some((model) => model.hidden.includes(error.property))) {
      addMessages(error, `${prefix}${error.property}`, error.property, issues);
    }
  }
}

function addProperty(
  error: ConstraintError,
  property: PropertyModel,
  path: string,
  issues: ValidationIssue[],
): void {
  addMessages(error, path, property.jsonName, issues);
  const children = error.children ?? [];
  if (children.length === 0) return;
  const models = modelsOf(property.nested);
  if (!property.isArray) return addObject(children, models, `${path}.`, issues);
  for (const element of children) {
    const place = `${path}.${element.property}`;
    addMessages(element, place, property.jsonName, issues);
    addObject(element.children ?? [], models, `${place}.`, issues);
  }
}

function modelsOf(nested: NestedModel | undefined): readonly ClassModel[] {
  if (nested === undefined) return [];
  return nested.kind === 'class' ? [nested.model] : nested.options.map(({ model }) => model);
}

function addMessages(
  error: ConstraintError,
  path: string,
  jsonName: string,
  issues: ValidationIssue[],
): void {
  for (const [constraint, text] of Object.entries(error.constraints ?? {})) {
    issues.push({
      path,
      message: name(text || `${jsonName} breaks ${constraint}`, error.property, jsonName),
    });
  }
}

/** The client knows the property by its JSON name. */
function name(message: string, property: string, jsonName: string): string {
  if (property === jsonName) return message;
  const start = message.startsWith(`each value in ${property} `) ? 'each value in ' : '';
  if (!message.startsWith(`${start}${property} `)) return message;
  return `${start}${jsonName}${message.slice(start.length + property.length)}`;
}
