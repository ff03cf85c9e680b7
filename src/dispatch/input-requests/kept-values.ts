import { toJsonForm } from '../../schema/to-json-form.js';

/** Kept under its key; no `value` stands for `undefined`. */
export interface KeptValue {
  readonly value?: unknown;
}

/** The values of `ctx.once()` of one call. */
export class KeptValues {
  private readonly values: Map<string, KeptValue>;
  private readonly making = new Map<string, Promise<unknown>>();

  /** @param earlier what earlier rounds of the call kept */
  constructor(earlier: Readonly<Record<string, KeptValue>> = {}) {
    this.values = new Map(Object.entries(earlier));
  }

  /** What a later round is to find. */
  toJSON(): Record<string, KeptValue> {
    return Object.fromEntries(this.values);
  }

  /**
   * The kept value, made now if it was not yet. It is what JSON makes of it, in the first round too,
   * so that every round sees the same.
   *
   * @throws TypeError for a value JSON cannot say
   */
  once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    const kept = this.values.get(key);
    if (kept !== undefined) return Promise.resolve(kept.value as T);
    const known = this.making.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = this.make(key, make).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    const value = await make();
    const kept = value === undefined ? {} : { value: jsonOf(key, value) };
    this.values.set(key, kept);
    return kept.value as T;
  }
}

function jsonOf(key: string, value: unknown): unknown {
  const form = toJsonForm(value);
  if (form.ok) return form.value;
  throw new TypeError(`ctx.once("${key}") must give a JSON value: ${form.reason}`);
}
