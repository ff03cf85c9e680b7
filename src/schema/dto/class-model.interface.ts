import type { DtoClass } from './class-libraries.js';
import type { Fragment } from './constraints/constraint-entry.interface.js';

/** One DTO class as this application validates it, in one direction. */
export interface ClassModel {
  readonly type: DtoClass;
  readonly name: string;
  readonly annotations: Fragment;
  /** By the name in the class, in the order of declaration. */
  readonly properties: ReadonlyMap<string, PropertyModel>;
  /** Validated properties that are not part of the JSON (`@Exclude`). */
  readonly hidden: readonly string[];
}

/** One property that is part of the JSON. */
export interface PropertyModel {
  readonly name: string;
  /** `@Expose({ name })`, else the name. */
  readonly jsonName: string;
  /** What the validators say of the value. */
  readonly own: Fragment;
  /** What validators with `each` say of the elements. */
  readonly items: Fragment;
  readonly isArray: boolean;
  readonly nested: NestedModel | undefined;
  readonly nullable: boolean;
  /** On an output: null is as good as absent, and is not sent. */
  readonly dropsNull: boolean;
  readonly required: boolean;
  readonly annotations: Fragment;
  /** What follows `Mcp-Param-` in the name of the header that repeats it, if one does. */
  readonly header: string | undefined;
  /** Refusals that class-validator does not make, on the value and on the elements. */
  readonly checks: readonly Check[];
  readonly itemChecks: readonly Check[];
  /** The value must be of the shown type, though no validator says so. */
  readonly enforceType: boolean;
  readonly conversion: Conversion | undefined;
  readonly isDate: boolean;
  /** `@Transform` changes the value: what the client sends is not what validators see. */
  readonly transformed: boolean;
  /** `@ValidateIf` with a condition on the object: nothing holds in every case. */
  readonly conditional: boolean;
}

/** Gives the end of a message (`must be …`) for a value it refuses. */
export type Check = (value: unknown) => string | undefined;

/** What class-transformer turns the JSON value into. */
export type Conversion = 'number' | 'string' | 'boolean' | 'date';

/** What a property holds where that is an object of a class, or of one of several. */
export type NestedModel =
  | { readonly kind: 'class'; readonly model: ClassModel }
  | {
      readonly kind: 'union';
      readonly property: string;
      readonly options: readonly { readonly name: string; readonly model: ClassModel }[];
    };
