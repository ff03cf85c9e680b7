/**
 * How a URI is matched against a template.
 *
 * @internal
 */
export interface UriMatchOptions {
  /**
   * Lets a one-segment variable hold `/` and `\` that came percent-encoded. Off by default: such a
   * value joined to a path leaves its folder.
   */
  readonly allowEncodedSlash?: boolean;
}
