import type { ClassModel, NestedModel, PropertyModel } from './class-model.interface.js';
import type { Fragment } from './constraints/constraint-entry.interface.js';
import { holdsHeaders } from './holds-headers.js';
import { mergeFragments } from './merge-fragments.js';
import type { JsonObject } from '../../protocol/json.js';
import { HEADER_KEYWORD } from '../header-keyword.js';

interface Variant {
  readonly property: string;
  readonly value: string;
}

interface EmitOptions {
  readonly role: 'input' | 'output';
  /** Unknown properties are refused, not stripped. */
  readonly closed: boolean;
}

/**
 * Writes the JSON Schema of a class: the class itself at the root, everything below it in `$defs`,
 * one entry for each class and not for each name. Classes with mirrored properties are written in
 * place where they can be, because headers must be reachable without a reference.
 *
 * @internal
 */
export function emitSchema(root: ClassModel, options: EmitOptions): JsonObject {
  const emitter = new SchemaEmitter(root, options);
  const schema = emitter.objectSchema(root);
  const definitions = emitter.definitions();
  return Object.keys(definitions).length > 0 ? { ...schema, $defs: definitions } : schema;
}

class SchemaEmitter {
  private readonly names = new Map<ClassModel, Map<string, string>>();
  private readonly written = new Map<string, Fragment>();
  /** Classes being written in place, so that one that holds itself becomes a reference. */
  private readonly inPlace = new Set<ClassModel>();

  constructor(
    private readonly root: ClassModel,
    private readonly options: EmitOptions,
  ) {}

  definitions(): Record<string, Fragment> {
    return Object.fromEntries(this.written);
  }

  objectSchema(model: ClassModel, variant?: Variant): Record<string, unknown> {
    const properties: [string, Fragment][] = [];
    const required: string[] = [];
    if (variant !== undefined) {
      properties.push([variant.property, { type: 'string', const: variant.value }]);
      required.push(variant.property);
    }
    for (const property of model.properties.values()) {
      if (property.jsonName === variant?.property) continue;
      properties.push([property.jsonName, this.propertySchema(property)]);
      if (property.required) required.push(property.jsonName);
    }
    return {
      type: 'object',
      ...model.annotations,
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      ...(this.options.closed && { additionalProperties: false }),
    };
  }

  private propertySchema(property: PropertyModel): Fragment {
    const { annotations, nullable, conditional, header } = property;
    // A client must not refuse what the condition let pass.
    if (conditional && this.options.role === 'output') return annotations;
    const value = this.valueSchema(property);
    // A mirrored property has one plain type, so that null, though accepted, is not shown there
    // (2026-07-28, Streamable HTTP: schema extension).
    const showsNull = nullable && header === undefined && !this.belongsInPlace(property);
    return {
      ...(showsNull ? withNull(value) : value),
      ...annotations,
      ...(header !== undefined && { [HEADER_KEYWORD]: header }),
    };
  }

  private valueSchema(property: PropertyModel): Fragment {
    const { own, items, isArray, nested } = property;
    if (nested?.kind === 'class' && this.belongsInPlace(property)) {
      return tidy({ ...this.inPlaceSchema(nested.model), ...withoutType(own) });
    }
    const reference = nested === undefined ? undefined : this.nestedSchema(nested);
    if (!isArray)
      return tidy(reference === undefined ? own : { ...reference, ...withoutType(own) });
    const merged = mergeFragments(items, (own['items'] as Fragment | undefined) ?? {}) ?? {
      not: {},
    };
    const element = reference === undefined ? merged : { ...reference, ...withoutType(merged) };
    return tidy({ ...own, ...(Object.keys(element).length > 0 && { items: tidy(element) }) });
  }

  private belongsInPlace({ isArray, nested }: PropertyModel): boolean {
    if (isArray || nested?.kind !== 'class') return false;
    const { model } = nested;
    return model !== this.root && !this.inPlace.has(model) && holdsHeaders(model);
  }

  private inPlaceSchema(model: ClassModel): Fragment {
    this.inPlace.add(model);
    const schema = this.objectSchema(model);
    this.inPlace.delete(model);
    return schema;
  }

  private nestedSchema(nested: NestedModel): Fragment {
    if (nested.kind === 'class') return { $ref: this.reference(nested.model) };
    const { property } = nested;
    return {
      oneOf: nested.options.map(({ name, model }) => ({
        $ref: this.reference(model, { property, value: name }),
      })),
    };
  }

  private reference(model: ClassModel, variant?: Variant): string {
    if (model === this.root && variant === undefined) return '#';
    const key = variant === undefined ? '' : `${variant.property}=${variant.value}`;
    const known = this.names.get(model)?.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = this.freeName(model.name, variant);
    const names = this.names.get(model) ?? new Map<string, string>();
    this.names.set(model, names.set(key, name));
    // Reserved before it is written, so that recursion finds it.
    this.written.set(name, {});
    this.written.set(name, this.objectSchema(model, variant));
    return `#/$defs/${name}`;
  }

  private freeName(className: string, variant: Variant | undefined): string {
    const wanted = variant === undefined ? className : `${className}_${variant.value}`;
    const base = wanted.replaceAll(/[^\w.-]/g, '_') || 'Object';
    let name = base;
    for (let count = 2; this.written.has(name); count += 1) name = `${base}_${count}`;
    return name;
  }
}

function withoutType({ type: _, ...rest }: Fragment): Fragment {
  return rest;
}

/** Keywords that say nothing about null, so that adding it to `type` (and `enum`) is enough. */
const TYPE_BOUND = new Set([
  ...['type', 'enum', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'items', 'minItems', 'maxItems'],
  ...['uniqueItems', 'contains', 'minProperties'],
]);

function withNull(schema: Fragment): Fragment {
  if (Object.keys(schema).length === 0) return schema;
  const simple = typeof schema['type'] === 'string' || Array.isArray(schema['enum']);
  if (!simple || !Object.keys(schema).every((keyword) => TYPE_BOUND.has(keyword))) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
  };
}

/** `type` first; a single forbidden value the usual way; nothing that merging left undefined. */
function tidy({ type, ...rest }: Fragment): Fragment {
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  const forbidden = (rest['not'] as Fragment | undefined)?.['enum'];
  const isSingle = Array.isArray(forbidden) && forbidden.length === 1;
  const not =
    isSingle && (forbidden[0] === null ? { type: 'null' } : { const: forbidden[0] as unknown });
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(entries),
    ...(not !== false && { not }),
  };
}
