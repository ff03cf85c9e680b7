import type { UriMatchOptions } from './uri-match-options.interface.js';

export interface TextRules extends UriMatchOptions {
  readonly mayBeEmpty: boolean;
  readonly isSegment: boolean;
  readonly prefix: number | undefined;
}

/** `undefined` means that the template does not match. */
export type TextReading =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'undecodable' } | undefined;

/** Decodes one raw value, once, and holds it against what its variable may be. */
export function readText(raw: string, rules: TextRules): TextReading {
  const text = decode(raw);
  if (text === undefined) return { kind: 'undecodable' };
  if (text === '' && !rules.mayBeEmpty) return undefined;
  // No resource has a NUL in its name, and it cuts a file name short for native code.
  if (text.includes('\0')) return undefined;
  if (rules.isSegment && !isSafeSegment(text, rules.allowEncodedSlash === true)) return undefined;
  if (rules.prefix !== undefined && Array.from(text).length > rules.prefix) return undefined;
  return { kind: 'text', text };
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

// A backslash counts as a slash: Windows paths and WHATWG URLs take it for one.
function isSafeSegment(text: string, allowEncodedSlash: boolean): boolean {
  const segments = text.split(/[/\\]/);
  if (segments.length > 1 && !allowEncodedSlash) return false;
  return !segments.some((segment) => segment === '.' || segment === '..');
}
