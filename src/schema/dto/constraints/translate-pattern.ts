/** A JavaScript expression as a JSON Schema pattern. */
export interface TranslatedPattern {
  readonly pattern: string;
  /** True when it matters that a pattern sees code points where the expression saw UTF-16 units. */
  readonly codePoints: boolean;
}

const LETTER = /^[A-Za-z]$/;
/** Characters that need their backslash in a unicode expression; others must not have one. */
const SYNTAX = /^[\^$\\.*+?()[\]{}|/]$/;
const ESCAPE =
  /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|c[A-Za-z]|k<[^>]+>|[pP]\{[^}]+\}|[1-9]\d*|[^])/;

/**
 * Patterns have no flags and are read as unicode expressions. `i` is spelled out (`a` becomes
 * `[aA]`), `s` turns the dot into a class, superfluous escapes go. Undefined where that is not
 * possible: `m`, `y`, `v`, back references and letters beyond ASCII together with `i`.
 */
export function translatePattern(expression: RegExp): TranslatedPattern | undefined {
  const { source, flags } = expression;
  if (/[myv]/.test(flags)) return undefined;
  // With `u`, `i` also folds k to the Kelvin sign and s to the long s.
  if (flags.includes('i') && (flags.includes('u') || !isFoldable(source))) return undefined;
  const pattern = rewrite(source, flags);
  if (!isUnicodeExpression(pattern)) return undefined;
  return { pattern, codePoints: !flags.includes('u') && seesUnits(source) };
}

function isFoldable(source: string): boolean {
  const isAscii = !/[^\0-\x7F]/.test(source);
  return isAscii && !/\\[1-9k]|\\u|\\x|\\c|\\p|-\\/i.test(withoutDoubled(source));
}

function withoutDoubled(source: string): string {
  return source.replaceAll('\\\\', '');
}

/** The dot, negations and astral characters count a surrogate pair as two without `u`. */
function seesUnits(source: string): boolean {
  return /\.|\[\^|\\[WDSuxBbpP]|[\uD800-\uDFFF]/.test(source);
}

function rewrite(source: string, flags: string): string {
  const fold = flags.includes('i');
  let rest = source;
  let out = '';
  let inClass = false;
  while (rest !== '') {
    const token = nextToken(rest, inClass);
    rest = rest.slice(token.length);
    if (inClass && token !== ']') out += fold ? foldRange(token) : normalise(token, true);
    else if (token === '.' && flags.includes('s')) out += '[\\s\\S]';
    else out += fold && LETTER.test(token) ? `[${bothCases(token)}]` : normalise(token, false);
    if (token === '[' && !inClass) inClass = true;
    else if (token === ']' && inClass) inClass = false;
  }
  return out;
}

function nextToken(rest: string, inClass: boolean): string {
  const escape = ESCAPE.exec(rest);
  const range = inClass ? /^(\\?[^\\\]])-([^\\\]])/.exec(rest) : null;
  if (range !== null && !/^\\[dwsDWSbBpPuxckntrfv0-9]/.test(range[0])) return range[0];
  if (escape !== null) return escape[0];
  // Group names and modifiers hold letters that are no characters to match.
  const group = inClass ? null : /^\(\?(?:<[A-Za-z_$][\w$]*>|<[=!]|[:=!])/.exec(rest);
  return group?.[0] ?? rest.slice(0, 1);
}

function normalise(token: string, inClass: boolean): string {
  if (token.length !== 2 || token[0] !== '\\') return token;
  const character = token.slice(1);
  const needed = SYNTAX.test(character) || /\w/.test(character) || (inClass && character === '-');
  return needed ? token : character;
}

function bothCases(letter: string): string {
  return `${letter.toLowerCase()}${letter.toUpperCase()}`;
}

/** Inside a class: a letter gains its other case, a range the other case of the letters in it. */
function foldRange(token: string): string {
  if (LETTER.test(token)) return bothCases(token);
  const range = /^(\\?[^])-([^])$/.exec(token);
  if (range === null) return normalise(token, true);
  const [first, last] = [range[1]?.slice(-1) ?? '', range[2] ?? ''];
  const lower = overlap(first, last, 'A', 'Z').toLowerCase();
  const upper = overlap(first, last, 'a', 'z').toUpperCase();
  return `${token}${lower}${upper}`;
}

function overlap(first: string, last: string, low: string, high: string): string {
  const from = first > low ? first : low;
  const to = last < high ? last : high;
  return from <= to ? `${from}-${to}` : '';
}

function isUnicodeExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
