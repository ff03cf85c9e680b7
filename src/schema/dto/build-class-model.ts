import type { BuildContext } from './build-context.interface.js';
import { buildPropertyModel } from './build-property-model.js';
import type { ConstraintMetadata, DtoClass } from './class-libraries.js';
import type { ClassModel, PropertyModel } from './class-model.interface.js';
import { dtoError } from './dto-error.js';
import { storedHeaders } from './header-metadata.js';
import { jsonNames } from './json-names.js';
import { readClassAnnotations } from './read-annotations.js';

/**
 * Reads what class-validator and class-transformer know about a class, through the same queries
 * that they use when they validate, so groups and inheritance mean the same here.
 *
 * @internal
 */
export function buildClassModel(type: DtoClass, context: BuildContext): ClassModel {
  const known = context.models.get(type);
  if (known !== undefined) return known;
  const byProperty = groupByProperty(activeMetadata(type, context));
  if (byProperty.size === 0) throw withoutValidators(type, context);
  requireValidatedHeaders(type, context);
  const names = jsonNames(type, [...byProperty.keys()], context);
  const properties = new Map<string, PropertyModel>();
  const model: ClassModel = {
    type,
    name: type.name,
    annotations: readClassAnnotations(type),
    properties,
    hidden: [...byProperty.keys()].filter((name) => !names.has(name)),
  };
  context.models.set(type, model);
  if (names.size === 0) throw withoutProperties(type, context);
  const defaults = readDefaults(type, context);
  for (const [name, metadata] of byProperty) {
    const jsonName = names.get(name);
    const property = { type, name, metadata, absent: defaults.get(name) };
    if (jsonName !== undefined) {
      properties.set(name, buildPropertyModel({ ...property, jsonName }, context));
    } else if (context.role === 'input') {
      // Built all the same: an excluded property that validators require makes every call fail.
      requireSatisfiable(
        buildPropertyModel({ ...property, jsonName: name }, context),
        type,
        context,
      );
    }
  }
  return model;
}

function activeMetadata(
  type: DtoClass,
  { libraries, settings }: BuildContext,
): ConstraintMetadata[] {
  const { always = false, strictGroups = false, groups } = settings;
  return libraries.validator
    .getMetadataStorage()
    .getTargetValidationMetadatas(type, '', always, strictGroups, groups);
}

/** A property without validators is no part of the schema, so its header would be forgotten silently. */
function requireValidatedHeaders(type: DtoClass, context: BuildContext): void {
  const inAnyGroup = context.libraries.validator
    .getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false);
  const validated = new Set(inAnyGroup.map(({ propertyName }) => propertyName));
  for (const property of storedHeaders(type.prototype as object).keys()) {
    if (validated.has(property)) continue;
    throw dtoError(
      context,
      type,
      property,
      'has @McpHeader(), but no class-validator decorator, so it is no part of the input. Add one ' +
        '(@IsString(), @IsInt(), @IsBoolean()).',
    );
  }
}

function groupByProperty(
  metadata: readonly ConstraintMetadata[],
): Map<string, ConstraintMetadata[]> {
  const groups = new Map<string, ConstraintMetadata[]>();
  for (const one of metadata) {
    const group = groups.get(one.propertyName);
    if (group === undefined) groups.set(one.propertyName, [one]);
    else group.push(one);
  }
  return groups;
}

/** What the class holds when the client sends nothing: initialisers, and `@Expose` with defaults. */
function readDefaults(
  type: DtoClass,
  { libraries, settings, role }: BuildContext,
): ReadonlyMap<string, unknown> {
  if (role === 'output') return new Map();
  try {
    const options = settings.transformOptions ?? {};
    return new Map(Object.entries(libraries.transformer.plainToInstance(type, {}, options)));
  } catch {
    // A constructor or transform that needs its values: nothing is known, so nothing is promised.
    return new Map();
  }
}

function requireSatisfiable(property: PropertyModel, type: DtoClass, context: BuildContext): void {
  if (!property.required) return;
  throw dtoError(
    context,
    type,
    property.name,
    'is excluded from the input (@Exclude), but its validators refuse its absence, so every call ' +
      'would fail. Add @IsOptional(), or @Exclude({ toPlainOnly: true }).',
  );
}

function withoutValidators(type: DtoClass, context: BuildContext): Error {
  const grouped = context.settings.groups?.length || context.settings.strictGroups;
  const cause = grouped ? ' in the active validation groups' : '';
  return dtoError(
    context,
    type,
    undefined,
    `has no class-validator decorators${cause}, so nothing of it could be shown or validated. ` +
      'Decorate its properties (@IsString(), @Allow() …), or pass a JSON Schema object; for a tool ' +
      "without arguments { type: 'object', properties: {} }.",
  );
}

function withoutProperties(type: DtoClass, context: BuildContext): Error {
  return dtoError(
    context,
    type,
    undefined,
    `leaves no property to the ${context.role}: @Exclude, or excludeExtraneousValues without @Expose, ` +
      'hides them all. Add @Expose() to the properties that belong to it.',
  );
}
