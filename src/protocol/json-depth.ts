const OPENERS = ['{', '['] as const;

/**
 * True when JSON text nests deeper than `limit`. Strings are skipped, so brackets inside them do
 * not count. Runs before parsing, on text that need not be valid JSON.
 */
export function exceedsJsonDepth(text: string, limit: number): boolean {
  if (!hasMoreOpenersThan(text, limit)) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = endOfString(text, i);
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > limit) return true;
  }
  return false;
}

/** Cheap way out for nearly every message: too few brackets to nest that deep. */
function hasMoreOpenersThan(text: string, limit: number): boolean {
  let count = 0;
  for (const opener of OPENERS) {
    for (let at = text.indexOf(opener); at !== -1; at = text.indexOf(opener, at + 1)) {
      if (++count > limit) return true;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}
