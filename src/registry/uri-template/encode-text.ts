const UNRESERVED = /[^A-Za-z0-9\-._~]+/g;
const RESERVED = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+|%/g;
const TRIPLET = /^%[0-9A-Fa-f]{2}$/;

/**
 * Percent-encodes text for a URI (RFC 6570 section 3.2.1). With `keepsReserved`, reserved characters
 * and escapes that are there already stay. A lone surrogate, which no URI can hold, becomes U+FFFD.
 */
export function encodeText(text: string, keepsReserved: boolean): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return keepsReserved
    ? wellFormed.replace(RESERVED, (run) => (TRIPLET.test(run) ? run : encodeURIComponent(run)))
    : wellFormed.replace(UNRESERVED, (run) =>
        // encodeURIComponent leaves these five, which RFC 3986 reserves.
        encodeURIComponent(run).replace(/[!'()*]/g, encodeCharacter),
      );
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
