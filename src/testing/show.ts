/** Characters of one value; the rest is left out, with a word on how much it was. */
const MAX_CHARACTERS = 2_000;

/** A value as people read it in a failure. */
export function show(value: unknown, max = MAX_CHARACTERS): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length <= max ? text : `${text.slice(0, max)} … (${text.length} characters)`;
}

/** A request as people read it: its method, and what it is about. */
export function showRequest(method: string, params: object): string {
  const { _meta, ...shown } = params as Readonly<Record<string, unknown>>;
  return Object.keys(shown).length === 0 ? method : `${method} ${show(shown, 300)}`;
}
