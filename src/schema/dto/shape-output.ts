import type { BuildContext } from './build-context.interface.js';
import { CLASS_TO_PLAIN } from './class-libraries.js';
import type { ClassModel, PropertyModel } from './class-model.interface.js';
import { hasJsonType, mustBe } from './json-type.js';
import type { ValidationIssue } from '../compiled-schema.interface.js';
import { toJsonForm } from '../to-json-form.js';
import { isJsonObject } from '../../protocol/json.js';

/** An entity that refers to itself would never end; nothing honest is deeper. */
const MAX_DEPTH = 128;

/** The returned value as instances of the declared classes, holding declared properties only. */
export interface ShapedOutput {
  readonly instance: object | undefined;
  readonly issues: readonly ValidationIssue[];
}

/** @internal */
export function shapeOutput(
  value: unknown,
  model: ClassModel,
  context: BuildContext,
): ShapedOutput {
  const shaping = new OutputShaping(context);
  const instance = shaping.object(value, model, '');
  return { instance: isObject(instance) ? instance : undefined, issues: shaping.issues };
}

class OutputShaping {
  readonly issues: ValidationIssue[] = [];
  private readonly executor: ReturnType<BuildContext['libraries']['executor']>;
  private depth = 0;

  constructor({ libraries, settings }: BuildContext) {
    this.executor = libraries.executor(CLASS_TO_PLAIN, settings.transformOptions ?? {});
  }

  object(value: unknown, model: ClassModel, path: string): unknown {
    const source = resolveToJson(value);
    if (!isJsonObject(source)) return this.refuse(path, 'must be an object');
    if (this.depth >= MAX_DEPTH)
      return this.refuse(path, 'is nested too deeply, or contains itself');
    this.depth += 1;
    // Without the constructor: what the handler left out must not appear as a default.
    const instance = Object.create(model.type.prototype as object) as object;
    const prefix = path === '' ? '' : `${path}.`;
    for (const property of model.properties.values()) {
      const raw = this.read(source, property, model);
      if (raw === undefined || (raw === null && property.dropsNull)) continue;
      define(
        instance,
        property.name,
        this.property(raw, property, `${prefix}${property.jsonName}`),
      );
    }
    // Conditions (`@ValidateIf`) may look at them; they are not sent.
    for (const name of model.hidden) define(instance, name, source[name]);
    this.depth -= 1;
    return instance;
  }

  private read(
    source: Readonly<Record<string, unknown>>,
    property: PropertyModel,
    model: ClassModel,
  ): unknown {
    const { name, jsonName, transformed } = property;
    let value = source[name] === undefined ? source[jsonName] : source[name];
    if (typeof value === 'function') value = (value as () => unknown).call(source);
    if (!transformed) return value;
    return this.executor.applyCustomTransformations(
      value,
      model.type,
      name,
      source,
      CLASS_TO_PLAIN,
    );
  }

  private property(value: unknown, property: PropertyModel, path: string): unknown {
    const list = value instanceof Set ? [...value] : value;
    if (Array.isArray(list) && (property.isArray || property.isDate)) {
      const elements = list.map((element, index) =>
        this.value(element, property, `${path}.${index}`),
      );
      this.check(elements, property, path);
      return elements;
    }
    const shaped = this.value(list, property, path);
    this.check(shaped, property, path);
    return shaped;
  }

  private value(value: unknown, property: PropertyModel, path: string): unknown {
    if (value === null) return null;
    if (property.isDate) return this.date(value, path);
    const { nested } = property;
    if (nested === undefined) return this.leaf(value, path);
    if (nested.kind === 'class') return this.object(value, nested.model, path);
    const source = resolveToJson(value);
    const option = nested.options.find(
      ({ name, model }) =>
        source instanceof model.type ||
        (isJsonObject(source) && source.constructor === Object && source[nested.property] === name),
    );
    if (option !== undefined) return this.object(source, option.model, path);
    return this.refuse(
      path,
      `must be one of: ${nested.options.map(({ name }) => name).join(', ')}`,
    );
  }

  private date(value: unknown, path: string): unknown {
    const isText = typeof value === 'string' || typeof value === 'number';
    const date = isText ? new Date(value) : value;
    const year = date instanceof Date ? date.getUTCFullYear() : Number.NaN;
    if (year >= 0 && year <= 9999) return date;
    // Beyond these years date-time has no form; what is no date at all is left to @IsDate.
    return Number.isNaN(year) ? date : this.refuse(path, 'must be within the years 0 to 9999');
  }

  private leaf(value: unknown, path: string): unknown {
    const form = toJsonForm(value);
    return form.ok ? form.value : this.refuse(path, `cannot be sent: ${form.reason}`);
  }

  private check(value: unknown, property: PropertyModel, path: string): void {
    if (property.conditional || property.isDate) return;
    const { own, enforceType, checks, itemChecks, nullable } = property;
    if (value === null && (nullable || !enforceType)) return;
    if (enforceType && !hasJsonType(value, own['type'])) {
      this.refuse(path, mustBe(String(own['type'])));
    }
    for (const check of checks) this.refuseIf(check(value), path);
    if (!Array.isArray(value)) return;
    for (const [index, element] of value.entries()) {
      for (const check of itemChecks) this.refuseIf(check(element), `${path}.${index}`);
    }
  }

  private refuseIf(problem: string | undefined, path: string): void {
    if (problem !== undefined) this.refuse(path, problem);
  }

  private refuse(path: string, problem: string): undefined {
    const field = path.slice(path.lastIndexOf('.') + 1);
    this.issues.push({ path, message: path === '' ? problem : `${field} ${problem}` });
    return undefined;
  }
}

/** Documents of an object mapper hold their data behind `toJSON`. */
function resolveToJson(value: unknown): unknown {
  const holds = isObject(value) && 'toJSON' in value && typeof value.toJSON === 'function';
  return holds ? (value.toJSON as () => unknown)() : value;
}

/** Not by assignment: the class may have a getter of that name. */
function define(instance: object, name: string, value: unknown): void {
  Object.defineProperty(instance, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
