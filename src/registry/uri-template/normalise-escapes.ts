/** `%c3` and `%C3`, and a raw character and its UTF-8 escapes, name the same thing (RFC 3986 6.2.2, RFC 3987 3.1). */
export function normaliseEscapes(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\P{ASCII}+/gu, encodeURIComponent)
    .replace(/%[0-9a-fA-F]{2}/g, (escape) => escape.toUpperCase());
}
