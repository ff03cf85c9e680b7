/** A class that class-transformer knows something about. */
type Target = new () => object;

export interface TypeMetadata {
  readonly typeFunction?: (help?: unknown) => unknown;
  readonly options?: {
    readonly keepDiscriminatorProperty?: boolean;
    readonly discriminator?: {
      readonly property: string;
      readonly subTypes: readonly { readonly value: Target; readonly name: string }[];
    };
  };
}

export interface TransformStorage {
  findTypeMetadata(target: Target, property: string): TypeMetadata | undefined;
  findExposeMetadata(
    target: Target,
    property: string,
  ): { readonly options?: { readonly name?: string } } | undefined;
  findTransformMetadatas(target: Target, property: string, direction: number): unknown[];
  getExposedMetadatas(target: Target): readonly { readonly propertyName: string }[];
}

export interface TransformExecutor {
  getKeys(target: Target, object: object, isMap: boolean): string[];
  applyCustomTransformations(
    value: unknown,
    target: Target,
    key: string,
    object: unknown,
    direction: number,
  ): unknown;
}

interface Internals {
  readonly storage: TransformStorage;
  readonly Executor: new (direction: number, options: object) => TransformExecutor;
}

/** Decorated through the index, to see where that stores it. */
class Probe {
  probe: unknown;
}

/**
 * The two internals of class-transformer that nothing public replaces. They are not in its index; 0.5.1 is
 * final. Of its two builds, it is the one that the index belongs to: Node takes `cjs`, a bundler may have
 * taken `esm5`, and what decorators said is stored in one of them only.
 *
 * @internal
 */
export async function importInternals(
  index: { Expose(): PropertyDecorator },
  failure: (cause: unknown) => unknown,
): Promise<Internals> {
  index.Expose()(Probe.prototype, 'probe');
  try {
    const common = internalsOf(
      await import('class-transformer/cjs/storage.js'),
      await import('class-transformer/cjs/TransformOperationExecutor.js'),
    );
    if (common.storage.findExposeMetadata(Probe, 'probe') !== undefined) return common;
    return internalsOf(
      await import('class-transformer/esm5/storage.js'),
      await import('class-transformer/esm5/TransformOperationExecutor.js'),
    );
  } catch (cause) {
    throw failure(cause);
  }
}

function internalsOf(
  storage: { readonly defaultMetadataStorage: unknown },
  executor: { readonly TransformOperationExecutor: unknown },
): Internals {
  return {
    storage: storage.defaultMetadataStorage as TransformStorage,
    Executor: executor.TransformOperationExecutor as Internals['Executor'],
  };
}
