/** Any value JSON can carry. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A JSON object as it arrives from a peer: members are unknown until a parser narrows them.
 *
 * @publicApi
 */
export type JsonObject = { readonly [key: string]: unknown };

/** True for an object literal shape: neither null, an array, nor a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
