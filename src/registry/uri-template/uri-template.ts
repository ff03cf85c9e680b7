// What a resource template is: parsed and checked once at boot (parse-template-parts, check-template),
// matched against the whole URI in linear time (compile-slots, find-spans, read-variables), and
// expanded by RFC 6570 (expand-template).
import { compileSlots } from './compile-slots.js';
import { expandTemplate, type ExpansionValues } from './expand-template.js';
import { findSpans } from './find-spans.js';
import { normaliseUri } from './normalise-uri.js';
import { readVariables } from './read-variables.js';
import type { Slot } from './slot.js';
import type { TemplatePart } from './template-part.js';
import type { UriMatchOptions } from './uri-match-options.interface.js';
import type { UriMatch } from './uri-match.interface.js';

/** Made by `parseUriTemplate`. */
export class UriTemplate {
  readonly variables: readonly string[];
  readonly #slots: readonly Slot[];

  constructor(
    readonly template: string,
    readonly parts: readonly TemplatePart[],
  ) {
    this.variables = parts.flatMap((part) =>
      part.kind === 'literal' ? [] : part.variables.map(({ name }) => name),
    );
    this.#slots = compileSlots(parts);
  }

  /**
   * Reads the variables out of a URI; `undefined` when it is not one of this template's. Never throws.
   *
   * - `{a}`, `{/a}`, `{.a}`: one path segment, required and not empty, decoded once. A value that holds
   *   a slash or backslash needs `allowEncodedSlash`; `.` and `..` never match.
   * - `{+a}`, `{#a}`: anything up to what follows in the template, slashes included, required and not
   *   empty, decoded once. Dot segments are left to the handler, which sees them.
   * - `{?a}`, `{&a}`, `{;a}`: by name, in any order, each optional; unknown ones are ignored. `+` is a
   *   plus sign, as in RFC 6570.
   * - `{a*}` is always a list, everything else always one string. `{a:3}` is at most three characters.
   * - A value with a NUL never matches.
   * - Where the literal after a variable occurs more than once, the earlier variable takes as much as it can.
   */
  match(uri: string, options: UriMatchOptions = {}): UriMatch | undefined {
    const normalised = normaliseUri(uri);
    const spans = findSpans(this.#slots, normalised);
    return spans === undefined ? undefined : readVariables(spans, normalised, options);
  }

  /** The URI for these values; a variable without a value is left out. */
  expand(values: ExpansionValues): string {
    return expandTemplate(this.parts, values);
  }
}
