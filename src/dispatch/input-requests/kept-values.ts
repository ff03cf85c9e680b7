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

  /** True when there is a value, or will be unless making it fails. */
  has(key: string): boolean {
    return this.values.has(key) || this.making.has(key);
  }

  /** Resolves when nothing is being made any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.making.values());
  }

  /**
   * The kept value, made now if it was not yet. It is what JSON makes of it, in the first round too,
   * so that every round sees the same; and everybody gets a copy.
   *
   * @throws TypeError for a value JSON cannot say
   */
  async once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    const making = this.making.get(key);
    if (making !== undefined) await making;
    else if (!this.values.has(key)) await this.begin(key, make);
    return structuredClone(this.values.get(key)?.value) as T;
  }

  private begin(key: string, make: () => unknown): Promise<void> {
    const made = this.make(key, make).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(key: string, make: () => unknown): Promise<void> {
    const value = await make();
    this.values.set(key, value === undefined ? {} : { value: jsonOf(key, value) });
  }
}

function jsonOf(key: string, value: unknown): unknown {
  const form = toJsonForm(value);
  if (form.ok) return form.value;
  throw new TypeError(`ctx.once("${key}") must give a JSON value: ${form.reason}`);
}
