import type { ClassModel, NestedModel, PropertyModel } from './class-model.interface.js';

/**
 * Shaped and validated instances as the plain value that is sent, under JSON names.
 *
 * @internal
 */
export function emitOutput(instance: object, model: ClassModel): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const property of model.properties.values()) {
    if (!Object.hasOwn(instance, property.name)) continue;
    const value = (instance as Record<string, unknown>)[property.name];
    if (value !== undefined) plain[property.jsonName] = emitValue(value, property);
  }
  return plain;
}

function emitValue(value: unknown, property: PropertyModel): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const isShaped = property.nested !== undefined || property.isDate;
    return isShaped ? value.map((element) => emitValue(element, property)) : value;
  }
  if (property.nested === undefined || typeof value !== 'object' || value === null) return value;
  return emitNested(value, property.nested);
}

function emitNested(value: object, nested: NestedModel): unknown {
  if (nested.kind === 'class') return emitOutput(value, nested.model);
  const option = nested.options.find(
    ({ model }) => Object.getPrototypeOf(value) === model.type.prototype,
  );
  if (option === undefined) return value;
  return { [nested.property]: option.name, ...emitOutput(value, option.model) };
}
