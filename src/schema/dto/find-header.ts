import type { BuildContext } from './build-context.interface.js';
import type { ConstraintMetadata, DtoClass } from './class-libraries.js';
import { prototypesWithHeaders, storedHeaders } from './header-metadata.js';
import { isBuiltIn } from './is-built-in.js';

/**
 * The header that `@McpHeader()` gave to a property. Mapped types (`PartialType`, `PickType` …) copy
 * validators but no metadata of others; there it is found through the validators, each of which has a
 * class of its own that the copies share.
 *
 * @internal
 */
export function findHeader(
  type: DtoClass,
  property: string,
  metadata: readonly ConstraintMetadata[],
  { libraries }: Pick<BuildContext, 'libraries'>,
): string | undefined {
  const own = storedHeaders(type.prototype as object).get(property);
  if (own !== undefined) return own;
  const storage = libraries.validator.getMetadataStorage();
  const copies = new Set(metadata.filter(isBuiltIn).map(({ constraintCls }) => constraintCls));
  for (const prototype of prototypesWithHeaders()) {
    const header = storedHeaders(prototype).get(property);
    if (header === undefined) continue;
    const origin = prototype.constructor as DtoClass;
    const isOrigin = storage
      .getTargetValidationMetadatas(origin, '', false, false)
      // Inherited validators would make a superclass look like a copy of its subclass.
      .filter((one) => one.target === origin && one.propertyName === property)
      .some((one) => isBuiltIn(one) && copies.has(one.constraintCls));
    if (isOrigin) return header;
  }
  return undefined;
}
