import type { BuildContext } from './build-context.interface.js';
import type { DtoClass } from './class-libraries.js';
import type { TypeMetadata } from './class-transformer-internals.js';
import type { NestedModel } from './class-model.interface.js';
import { dtoError } from './dto-error.js';
import { isBuiltInType } from './property-type.js';

interface NestedSource {
  readonly type: DtoClass;
  readonly name: string;
  readonly typeMetadata: TypeMetadata | undefined;
  /** What `@Type` gives, else what the compiler left, where that counts. */
  readonly declared: unknown;
  readonly hasType: boolean;
}

/**
 * The class or classes behind `@ValidateNested`.
 *
 * @internal
 */
export function resolveNested(source: NestedSource, context: BuildContext): NestedModel {
  const discriminator = source.typeMetadata?.options?.discriminator;
  if (discriminator !== undefined) return resolveUnion(source, discriminator, context);
  if (typeof source.declared !== 'function' || isBuiltInType(source.declared)) {
    throw notAClass(source, context);
  }
  return { kind: 'class', model: context.buildClass(source.declared as DtoClass, context) };
}

type Discriminator = NonNullable<NonNullable<TypeMetadata['options']>['discriminator']>;

function resolveUnion(
  source: NestedSource,
  { property, subTypes }: Discriminator,
  context: BuildContext,
): NestedModel {
  const keeps = source.typeMetadata?.options?.keepDiscriminatorProperty === true;
  const forbids = context.settings.forbidNonWhitelisted && context.settings.whitelist !== false;
  const options = subTypes.map(({ name, value }) => {
    const model = context.buildClass(value, context);
    const declared = model.properties.get(property);
    if (context.role === 'input' && !keeps && declared?.required) {
      throw dtoError(
        context,
        source.type,
        source.name,
        `can never hold a ${model.name}: class-transformer removes the discriminator "${property}", ` +
          `which ${model.name} requires. Set keepDiscriminatorProperty: true in @Type().`,
      );
    }
    if (context.role === 'input' && keeps && forbids && declared === undefined) {
      throw dtoError(
        context,
        source.type,
        source.name,
        `can never hold a ${model.name}: keepDiscriminatorProperty leaves "${property}" in it, and ` +
          `forbidNonWhitelisted refuses it. Declare "${property}" in ${model.name} with @Allow().`,
      );
    }
    return { name, model };
  });
  return { kind: 'union', property, options };
}

function notAClass({ type, name, declared, hasType }: NestedSource, context: BuildContext): Error {
  const found = typeof declared === 'function' ? declared.name : String(declared);
  if (hasType && declared === undefined) {
    return dtoError(
      context,
      type,
      name,
      'has @ValidateNested, but its @Type() gives undefined. Usually two files import each other: ' +
        'break the cycle, or import the class from its own file.',
    );
  }
  return dtoError(
    context,
    type,
    name,
    `has @ValidateNested, but which class it holds is not known${hasType ? ` (@Type gives ${found})` : ''}: ` +
      'the compiler leaves Array or Object for lists, unions and interfaces, and class-transformer ' +
      'makes no instance without @Type. Add @Type(() => TheClass).',
  );
}
