import { loadOptional } from '../../protocol/load-optional.js';

/** One decorator on one property, as class-validator stores it. */
export interface ConstraintMetadata {
  readonly type: string;
  readonly name?: string;
  readonly target: unknown;
  readonly propertyName: string;
  readonly constraintCls?: abstract new () => unknown;
  readonly constraints?: readonly unknown[];
  readonly each?: boolean;
  readonly validateIf?: (object: unknown, value: unknown) => boolean;
}

/** A refusal, as class-validator reports it. */
export interface ConstraintError {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly ConstraintError[];
}

interface ClassValidator {
  getMetadataStorage(): {
    getTargetValidationMetadatas(
      target: DtoClass,
      schema: string,
      always: boolean,
      strictGroups: boolean,
      groups?: readonly string[],
    ): ConstraintMetadata[];
  };
  validate(object: object, options: object): Promise<ConstraintError[]>;
  validateSync(object: object, options: object): ConstraintError[];
}

interface ClassTransformer {
  plainToInstance(target: DtoClass, plain: unknown, options?: object): object;
}

export interface TypeMetadata {
  readonly typeFunction?: (help?: unknown) => unknown;
  readonly options?: {
    readonly keepDiscriminatorProperty?: boolean;
    readonly discriminator?: {
      readonly property: string;
      readonly subTypes: readonly { readonly value: DtoClass; readonly name: string }[];
    };
  };
}

interface TransformStorage {
  findTypeMetadata(target: DtoClass, property: string): TypeMetadata | undefined;
  findExposeMetadata(
    target: DtoClass,
    property: string,
  ): { readonly options?: { readonly name?: string } } | undefined;
  getExposedMetadatas(target: DtoClass): readonly { readonly propertyName: string }[];
}

interface TransformExecutor {
  getKeys(target: DtoClass, object: object, isMap: boolean): string[];
  applyCustomTransformations(
    value: unknown,
    target: DtoClass,
    key: string,
    object: unknown,
    direction: number,
  ): unknown;
}

/** Any DTO class. */
export type DtoClass = new () => object;

/** class-transformer's numbers for the two directions. */
export const PLAIN_TO_CLASS = 0;
export const CLASS_TO_PLAIN = 1;

/** The two libraries, with the two internals of class-transformer that nothing public replaces. */
export interface ClassLibraries {
  readonly validator: ClassValidator;
  readonly transformer: ClassTransformer;
  readonly storage: TransformStorage & {
    findTransformMetadatas(target: DtoClass, property: string, direction: number): unknown[];
  };
  executor(direction: number, options: object): TransformExecutor;
}

// Not in class-transformer's index. @nestjs/mapped-types reads the same file; 0.5.1 is final.
const STORAGE = 'class-transformer/cjs/storage.js';
const EXECUTOR = 'class-transformer/cjs/TransformOperationExecutor.js';
/** What `plainToInstance` merges below the caller's options. */
const DEFAULTS = { enableCircularCheck: false, exposeUnsetFields: true };

let loaded: Promise<ClassLibraries> | undefined;

/**
 * Loads class-validator and class-transformer when the first DTO is compiled (50 ms of start-up).
 *
 * @internal
 */
export function loadClassLibraries(where: string): Promise<ClassLibraries> {
  const need = {
    where,
    packages: 'class-validator class-transformer',
    purpose: 'a DTO class',
  };
  loaded ??= loadOptional(importLibraries, need).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function importLibraries(): Promise<ClassLibraries> {
  const [validator, transformer, storage, executor] = await Promise.all([
    import('class-validator'),
    import('class-transformer'),
    import(STORAGE) as Promise<{ defaultMetadataStorage: ClassLibraries['storage'] }>,
    import(EXECUTOR) as Promise<{
      TransformOperationExecutor: new (direction: number, options: object) => TransformExecutor;
    }>,
  ]);
  return {
    validator: validator as unknown as ClassValidator,
    transformer: transformer as unknown as ClassTransformer,
    storage: storage.defaultMetadataStorage,
    executor: (direction, options) =>
      new executor.TransformOperationExecutor(direction, { ...DEFAULTS, ...options }),
  };
}
