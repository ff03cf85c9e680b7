import { loadFailure } from '../../protocol/optional-package.js';
import type { TransformExecutor, TransformStorage } from './class-transformer-internals.js';
import { importInternals } from './class-transformer-internals.js';

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

/** Any DTO class. */
export type DtoClass = new () => object;

/** class-transformer's numbers for the two directions. */
export const PLAIN_TO_CLASS = 0;
export const CLASS_TO_PLAIN = 1;

/** The two libraries, with the two internals of class-transformer that nothing public replaces. */
export interface ClassLibraries {
  readonly validator: ClassValidator;
  readonly transformer: ClassTransformer;
  readonly storage: TransformStorage;
  executor(direction: number, options: object): TransformExecutor;
}

/** What `plainToInstance` merges below the caller's options. */
const DEFAULTS = { enableCircularCheck: false, exposeUnsetFields: true };

let loaded: Promise<ClassLibraries> | undefined;

/**
 * Loads class-validator and class-transformer when the first DTO is compiled (50 ms of start-up).
 *
 * @internal
 */
export function loadClassLibraries(where: string): Promise<ClassLibraries> {
  loaded ??= importLibraries(where).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function importLibraries(where: string): Promise<ClassLibraries> {
  const packages = 'class-validator class-transformer';
  const failure = (cause: unknown) =>
    loadFailure(cause, { where, packages, purpose: 'a DTO class' });
  try {
    const [validator, transformer] = await Promise.all([
      import('class-validator'),
      import('class-transformer'),
    ]);
    const { storage, Executor } = await importInternals(transformer, failure);
    return {
      validator: validator as unknown as ClassValidator,
      transformer: transformer as unknown as ClassTransformer,
      storage,
      executor: (direction, options) => new Executor(direction, { ...DEFAULTS, ...options }),
    };
  } catch (cause) {
    throw failure(cause);
  }
}
