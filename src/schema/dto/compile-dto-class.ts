import type { BuildContext } from './build-context.interface.js';
import { buildClassModel } from './build-class-model.js';
import type { ClassModel } from './class-model.interface.js';
import { loadClassLibraries, type DtoClass } from './class-libraries.js';
import { emitSchema } from './emit-schema.js';
import { dtoInputValidator } from './dto-input-validator.js';
import { dtoOutputValidator } from './dto-output-validator.js';
import type { CompileSchemaOptions } from '../compile-schema-options.interface.js';
import type { CompiledSchema } from '../compiled-schema.interface.js';
import { deepFreeze } from '../deep-freeze.js';
import type { DtoValidationSettings } from '../dto-validation-settings.interface.js';
import type { JsonObject } from '../../protocol/json.js';

/**
 * A class with class-validator decorators: the model read from its metadata once at boot gives both
 * the schema and what is enforced beyond class-validator.
 *
 * @internal
 */
export async function compileDtoClass(
  source: abstract new () => unknown,
  options: CompileSchemaOptions,
): Promise<CompiledSchema> {
  const libraries = await loadClassLibraries(options.where);
  const settings = settingsFor(options);
  const context: BuildContext = {
    where: options.where,
    role: options.role,
    libraries,
    settings,
    nullableOptionals: options.nullableOptionals === true,
    models: new Map(),
    buildClass: buildClassModel,
    findings: { isSync: true, hasTransforms: false },
  };
  const model = buildClassModel(source as DtoClass, context);
  const isInput = options.role === 'input';
  const closed = isInput && settings.whitelist !== false && settings.forbidNonWhitelisted === true;
  // A copy, because examples and defaults are the author's own objects.
  const json = deepFreeze(copy(emitSchema(model, { role: options.role, closed })));
  const validate = isInput
    ? dtoInputValidator(model, context, closed)
    : dtoOutputValidator(model, context);
  return { json, validate, readAsTheyCome: transformedOf(model) };
}

function transformedOf({ properties }: ClassModel): ReadonlySet<string> {
  const transformed = [...properties.values()].filter((property) => property.transformed);
  return new Set(transformed.map(({ jsonName }) => jsonName));
}

/** The `transformOptions` of a ValidationPipe are about what comes in; they say nothing of answers. */
function settingsFor({ validation = {}, role }: CompileSchemaOptions): DtoValidationSettings {
  if (role === 'input') return validation;
  const { transformOptions: _, ...rest } = validation;
  return rest;
}

function copy(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
