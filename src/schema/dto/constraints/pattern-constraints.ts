import type { ConstraintEntry, Described } from './constraint-entry.interface.js';
import { exact, isUnset, onePattern, saidInWords } from './describe-constraint.js';
import { translatePattern } from './translate-pattern.js';

const HEX = '[0-9a-fA-F]';
const BYTE = '([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const LOCALE = "the alphabet of another language is validator.js's own";

/** Validators that are regular expressions, shown as exactly those. */
export const patternConstraints: Readonly<Record<string, ConstraintEntry>> = {
  matches: ([pattern, modifiers]) => matching(pattern, modifiers),
  contains: ([seed]) => containing(seed),
  notContains: ([seed]) => notContaining(seed),
  isAlpha: ([locale]) => latin('[A-Za-z]+', 'letters only', locale),
  isAlphanumeric: ([locale]) => latin('[0-9A-Za-z]+', 'letters and digits only', locale),
  isAscii: onePattern('^[\\x00-\\x7F]+$'),
  isMultibyte: onePattern('[^\\x00-\\x7F]'),
  isBase32: onePattern('^(?=(.{8})+$)[A-Z2-7]+=*$'),
  isBase58: onePattern('^[A-HJ-NP-Za-km-z1-9]*$'),
  isBase64: ([options]) => base64(options),
  isBooleanString: () => exact({ type: 'string', enum: ['true', 'false', '1', '0'] }),
  isBtcAddress: onePattern(
    '^((bc1|tb1)[ac-hj-np-z02-9p]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$',
  ),
  isEthereumAddress: onePattern(`^0[xX]${HEX}{40}$`),
  IsFirebasePushId: onePattern('^[a-zA-Z0-9_-]{20}$'),
  isHash: ([algorithm]) => hash(algorithm),
  isHexColor: onePattern(`^#?(${HEX}{3}|${HEX}{4}|${HEX}{6}|${HEX}{8})$`),
  isHexadecimal: onePattern(`^(0[xXhH])?${HEX}+$`),
  isISRC: onePattern('^[A-Z]{2}[0-9A-Z]{3}[0-9]{7}$'),
  isJwt: onePattern('^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$'),
  isMilitaryTime: onePattern('^([01][0-9]|2[0-3]):?[0-5][0-9]$'),
  isMongoId: onePattern(`^(${HEX}{24}|0[xXhH]${HEX}{22})$`),
  isNumberString: ([options]) => numberString(options),
  isOctal: onePattern('^(0[oO])?[0-7]+$'),
  isPort: onePattern(
    '^([+-]?0|\\+?([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))$',
  ),
  isUuid: ([version]) => uuid(version),
  isIp: ([version]) => ip(version),
  isFullWidth: onePattern('[^ -~\\uFF61-\\uFFDC\\uFFE8-\\uFFEE]'),
  isHalfWidth: onePattern('[ -~\\uFF61-\\uFFDC\\uFFE8-\\uFFEE]'),
};

function matching(pattern: unknown, modifiers: unknown): Described {
  const expression = toExpression(pattern, modifiers);
  const translated = translatePattern(expression);
  const note = `must match ${String(expression)}`;
  if (translated === undefined) {
    return saidInWords(
      note,
      'this expression or its flags have no equivalent in a JSON Schema pattern',
    );
  }
  const shown = new RegExp(translated.pattern, 'u');
  if (!translated.codePoints) return exact({ type: 'string', pattern: translated.pattern });
  return {
    schema: { type: 'string', pattern: translated.pattern },
    wider: 'without the u flag JavaScript matches UTF-16 units; a pattern matches code points',
    refuse: (value) => (typeof value === 'string' && !shown.test(value) ? note : undefined),
  };
}

function toExpression(pattern: unknown, modifiers: unknown): RegExp {
  // jest and other realms have a RegExp of their own.
  const isExpression = Object.prototype.toString.call(pattern) === '[object RegExp]';
  return isExpression ? (pattern as RegExp) : new RegExp(String(pattern), modifiers as string);
}

function containing(seed: unknown): Described {
  const text = String(seed);
  if (text === '') return saidInWords('at least two characters', 'an empty text is counted oddly');
  return exact({ type: 'string', pattern: escapeText(text) });
}

function notContaining(seed: unknown): Described {
  const text = String(seed);
  if (text === '') return saidInWords('at most one character', 'an empty text is counted oddly');
  return exact({ type: 'string', not: { pattern: escapeText(text) } });
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function latin(pattern: string, note: string, locale: unknown): Described {
  if (locale !== undefined && locale !== 'en-US') {
    return saidInWords(`${note} (${String(locale)})`, LOCALE);
  }
  return exact({ type: 'string', pattern: `^${pattern}$` });
}

function base64(options: unknown): Described {
  const { urlSafe = false, padding = !urlSafe } = (options ?? {}) as Record<string, boolean>;
  const letters = urlSafe ? '[A-Za-z0-9_-]' : '[A-Za-z0-9+/]';
  const pattern = padding ? `^((?=(.{4})+$)${letters}+={0,2})?$` : `^${letters}*$`;
  return exact({ type: 'string', pattern });
}

const HASH_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  md4: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  ripemd128: 32,
  ripemd160: 40,
  tiger128: 32,
  tiger160: 40,
  tiger192: 48,
  crc32: 8,
  crc32b: 8,
};

function hash(algorithm: unknown): Described {
  const length = HASH_LENGTHS[String(algorithm)];
  if (length === undefined) {
    return saidInWords(`a ${String(algorithm)} hash`, 'an algorithm this table does not know');
  }
  return exact({ type: 'string', pattern: `^${HEX}{${length}}$` });
}

function numberString(options: unknown): Described {
  const { no_symbols: digitsOnly, locale } = (options ?? {}) as Record<string, unknown>;
  if (digitsOnly) return exact({ type: 'string', pattern: '^[0-9]+$' });
  if (locale !== undefined) return saidInWords(`a number as written in ${String(locale)}`, LOCALE);
  return exact({ type: 'string', pattern: '^[+-]?([0-9]*[.])?[0-9]+$' });
}

const UUID_NIL = '0{8}-0{4}-0{4}-0{4}-0{12}';
const UUID_MAX = '[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}';

/** `format: uuid` alone is wider than any version, so the pattern stands beside it. */
function uuid(version: unknown): Described {
  const versions = Array.isArray(version) ? version : [version ?? 'all'];
  const known = versions.map((one) => uuidPattern(String(one))).filter((one) => one !== undefined);
  if (known.length === 0) return exact({ type: 'string', enum: [] });
  return exact({ type: 'string', format: 'uuid', pattern: `^(${known.join('|')})$` });
}

function uuidPattern(version: string): string | undefined {
  const parts = (third: string, variant: string): string =>
    `${HEX}{8}-${HEX}{4}-${third}${HEX}{3}-${variant}${HEX}{3}-${HEX}{12}`;
  if (/^[1-8]$/.test(version)) return parts(version, '[89abAB]');
  if (version === 'all') return `${parts('[1-8]', '[89abAB]')}|${UUID_NIL}|${UUID_MAX}`;
  return { loose: parts(HEX, HEX), nil: UUID_NIL, max: UUID_MAX }[version];
}

const IPV6 = 'validator.js also accepts a zone, as in fe80::1%eth0';

function ip(version: unknown): Described {
  const v4 = `^(${BYTE}\\.){3}${BYTE}$`;
  if (String(version) === '4') return exact({ type: 'string', format: 'ipv4', pattern: v4 });
  const hint = { format: 'ipv6' };
  if (String(version) === '6') return saidInWords('an IPv6 address', IPV6, { hint });
  if (!isUnset(version) && version !== '') return exact({ type: 'string', enum: [] });
  return saidInWords('an IP address', IPV6, {
    hint: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  });
}
