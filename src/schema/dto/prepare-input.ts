import type { ClassModel, PropertyModel } from './class-model.interface.js';
import { checkConvertible, convert } from './check-convertible.js';
import { findUnsafeKey, isUnsafeKey } from './find-unsafe-key.js';
import { hasJsonType, mustBe } from './json-type.js';
import type { ValidationIssue } from '../compiled-schema.interface.js';
import { isJsonObject, type JsonObject } from '../../protocol/json.js';

/** What class-validator cannot be trusted to find, found on the JSON itself. */
export interface PreparedInput {
  /** A copy for class-transformer, which changes what it is given. */
  readonly plain: Readonly<Record<string, unknown>>;
  readonly issues: readonly ValidationIssue[];
  /** Values of transformed properties that are not of the shown type: why a transform may throw. */
  readonly suspects: readonly ValidationIssue[];
}

export interface PrepareOptions {
  readonly closed: boolean;
  /** Unknown properties reach `@Transform` functions, or stay because nothing strips them. */
  readonly keepUnknown: boolean;
}

/**
 * Checks containers, discriminators and keys before class-transformer makes instances of them.
 *
 * @internal
 */
export function prepareInput(
  value: JsonObject,
  model: ClassModel,
  options: PrepareOptions,
): PreparedInput {
  const preparation = new InputPreparation(options);
  const plain = preparation.object(value, model, '');
  return { plain, issues: preparation.issues, suspects: preparation.suspects };
}

class InputPreparation {
  readonly issues: ValidationIssue[] = [];
  readonly suspects: ValidationIssue[] = [];

  constructor(private readonly options: PrepareOptions) {}

  object(
    value: JsonObject,
    model: ClassModel,
    prefix: string,
    discriminator?: string,
  ): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    const known = new Set<string>();
    for (const property of model.properties.values()) {
      const { jsonName } = property;
      known.add(jsonName);
      if (!Object.hasOwn(value, jsonName) || isUnsafeKey(jsonName)) continue;
      plain[jsonName] = this.property(value[jsonName], property, `${prefix}${jsonName}`);
    }
    for (const key of Object.keys(value)) {
      if (known.has(key)) continue;
      if (key === discriminator) plain[key] = value[key];
      // The name in the class of a renamed property is no second name for it.
      else if (this.options.closed || !model.properties.has(key)) {
        this.unknownProperty(key, value[key], plain, prefix);
      }
    }
    return plain;
  }

  private unknownProperty(
    key: string,
    value: unknown,
    plain: Record<string, unknown>,
    prefix: string,
  ): void {
    if (this.options.closed) {
      this.issues.push({ path: `${prefix}${key}`, message: `property ${key} should not exist` });
    } else if (this.options.keepUnknown && !isUnsafeKey(key) && !findUnsafeKey(value)) {
      plain[key] = value;
    }
  }

  private property(value: unknown, property: PropertyModel, path: string): unknown {
    const { transformed, conditional, own, isArray } = property;
    if (transformed || conditional) {
      if (!hasJsonType(value, own['type']) && typeof own['type'] === 'string') {
        this.suspects.push({ path, message: `${property.jsonName} ${mustBe(own['type'])}` });
      }
      return this.unshaped(value, property, path);
    }
    if (value === null) {
      const isRefused = property.enforceType && !property.nullable;
      return isRefused
        ? this.refuse(value, property, path, mustBe(String(own['type'] ?? 'object')))
        : null;
    }
    if (isArray) return this.array(value, property, path);
    if (property.nested !== undefined) return this.nestedValue(value, property, path);
    if (!this.checked(value, property, path)) return value;
    return this.unshaped(value, property, path);
  }

  private array(value: unknown, property: PropertyModel, path: string): unknown {
    if (!Array.isArray(value)) return this.refuse(value, property, path, 'must be an array');
    if (!this.checked(value, property, path)) return value;
    return value.map((element: unknown, index) => {
      const place = `${path}.${index}`;
      if (property.nested !== undefined) return this.nestedValue(element, property, place);
      for (const check of property.itemChecks) {
        const problem = check(element);
        if (problem !== undefined) this.refuse(element, property, place, problem);
      }
      const problem = checkConvertible(element, property.conversion);
      if (problem !== undefined) return this.refuse(element, property, place, problem);
      return this.unshaped(element, property, place);
    });
  }

  private nestedValue(value: unknown, property: PropertyModel, path: string): unknown {
    const { nested } = property;
    if (nested === undefined) return value;
    if (!isJsonObject(value)) return this.refuse(value, property, path, 'must be an object');
    if (path.length > 4096) return this.refuse(value, property, path, 'is nested too deeply');
    if (!property.isArray && !this.checked(value, property, path)) return value;
    if (nested.kind === 'class') return this.object(value, nested.model, `${path}.`);
    const name = Object.hasOwn(value, nested.property) ? value[nested.property] : undefined;
    const option = nested.options.find((one) => one.name === name);
    if (option === undefined) {
      const names = nested.options.map((one) => one.name).join(', ');
      const place = `${path}.${nested.property}`;
      this.issues.push({ path: place, message: `${nested.property} must be one of: ${names}` });
      return undefined;
    }
    return this.object(value, option.model, `${path}.`, nested.property);
  }

  /** False if the value is refused already, so that nothing more need be said of it. */
  private checked(value: unknown, property: PropertyModel, path: string): boolean {
    const { own, conversion, enforceType, isArray } = property;
    const problem =
      (isArray ? undefined : checkConvertible(value, conversion)) ??
      (enforceType && conversion === undefined && !hasJsonType(value, own['type'])
        ? mustBe(String(own['type']))
        : undefined);
    const problems =
      problem === undefined
        ? property.checks.map((check) => check(convert(value, conversion)))
        : [problem];
    const found = problems.filter((one) => one !== undefined);
    for (const one of found) this.refuse(value, property, path, one);
    return found.length === 0;
  }

  /** A value that no class describes goes on as it is, if it is safe. */
  private unshaped(value: unknown, property: PropertyModel, path: string): unknown {
    const problem = findUnsafeKey(value);
    return problem === undefined ? value : this.refuse(undefined, property, path, problem);
  }

  private refuse(value: unknown, property: PropertyModel, path: string, problem: string): unknown {
    this.issues.push({ path, message: `${property.jsonName} ${problem}` });
    return value;
  }
}
