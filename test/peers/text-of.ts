/** The text of content blocks or resource contents. */
export function textOf(parts: readonly object[]): string {
  return parts
    .map((part) => ('text' in part ? String(part.text) : JSON.stringify(part)))
    .join('\n');
}
