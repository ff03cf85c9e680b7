/**
 * What the application remembers of a session, key by key. Keys are what `S` has; anything goes by
 * default.
 *
 * Every callback works on a copy of its own. When it succeeds, the keys it wrote are merged into the
 * session, so that callbacks that overlap lose nothing of each other unless they write the same key,
 * where the later one wins. What a callback wrote that failed, or has to be run again, is dropped.
 *
 * Lists and plain objects are copied and frozen when they are written; change them by writing a new
 * value. Instances of classes are kept as they are.
 *
 * @publicApi
 */
export interface McpSessionState<S extends object = Record<string, unknown>> {
  /** The value of a key, `undefined` if it has none. */
  get<K extends keyof S & string>(key: K): S[K] | undefined;
  has(key: keyof S & string): boolean;
  /** Gives a key a value; `undefined` is a value like any other. */
  set<K extends keyof S & string>(key: K, value: S[K]): void;
  /** Gives a key a value unless it has one. Returns the value it has now. */
  setIfAbsent<K extends keyof S & string>(key: K, value: S[K]): S[K];
  delete(key: keyof S & string): void;
  /** A copy of everything. */
  toObject(): Partial<S>;
}

type Values = ReadonlyMap<string, unknown>;

const NOTHING: Values = new Map();

/** The state of one session, as callbacks that succeeded have left it. */
export class SessionState {
  private values: Values = NOTHING;

  /** @param onChange told of every merge that changed something */
  constructor(private readonly onChange: () => void = () => undefined) {}

  /** Values by key; never changes afterwards. */
  get current(): Values {
    return this.values;
  }

  /** A copy for one callback. */
  draft(): StateDraft {
    return new StateDraft(this);
  }

  /** Gives keys their values; other keys keep theirs. */
  merge(changes: ReadonlyMap<string, Change>): void {
    if (changes.size === 0) return;
    const merged = new Map(this.values);
    for (const [key, change] of changes) {
      if (change === DELETED) merged.delete(key);
      else merged.set(key, change.value);
    }
    this.values = merged;
    this.onChange();
  }

  /** Everything as an object, which cannot be mistaken for one with a prototype. */
  toObject(): Record<string, unknown> {
    return toObject(this.values);
  }
}

/** What becomes of one key. */
export type Change = { readonly value: unknown } | typeof DELETED;

const DELETED = Symbol('deleted');

/** The state as one callback sees it. */
export class StateDraft implements McpSessionState {
  private base: Values;
  private readonly changes = new Map<string, Change>();

  constructor(private readonly owner: SessionState) {
    this.base = owner.current;
  }

  get(key: string): unknown {
    const change = this.changes.get(key);
    if (change === undefined) return this.base.get(key);
    return change === DELETED ? undefined : change.value;
  }

  has(key: string): boolean {
    const change = this.changes.get(key);
    return change === undefined ? this.base.has(key) : change !== DELETED;
  }

  set(key: string, value: unknown): void {
    this.changes.set(key, { value: frozenCopy(value) });
  }

  setIfAbsent(key: string, value: unknown): unknown {
    if (!this.has(key)) this.set(key, value);
    return this.get(key);
  }

  delete(key: string): void {
    this.changes.set(key, DELETED);
  }

  toObject(): Record<string, unknown> {
    const values = new Map(this.base);
    for (const [key, change] of this.changes) {
      if (change === DELETED) values.delete(key);
      else values.set(key, change.value);
    }
    return toObject(values);
  }

  /** Merges what was written since the last time into the session, and goes on from there. */
  commit(): void {
    this.owner.merge(this.changes);
    this.changes.clear();
    this.base = this.owner.current;
  }
}

const toObject = (values: Values): Record<string, unknown> =>
  Object.fromEntries(values) as Record<string, unknown>;

/**
 * A callback that fails must not have changed a list of the session half, so lists and plain objects
 * cannot be changed in place.
 *
 * @throws TypeError for one that contains itself
 */
function frozenCopy(value: unknown, above: readonly unknown[] = []): unknown {
  if (!isPlain(value)) return value;
  if (above.includes(value)) throw new TypeError('session state cannot contain itself');
  const path = [...above, value];
  if (Array.isArray(value)) return Object.freeze(value.map((item) => frozenCopy(item, path)));
  const members = Object.entries(value).map(
    ([key, item]) => [key, frozenCopy(item, path)] as const,
  );
  return Object.freeze(Object.fromEntries(members));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
