import type { ConstraintEntry, Described, Fragment } from './constraint-entry.interface.js';
import { isUnset, saidInWords } from './describe-constraint.js';

/**
 * Formats that have a usual form. JSON Schema's `format` and validator.js never agree completely, so
 * the format (narrowed until everything of that form is accepted) is a hint for inputs only.
 */
export const formatConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isEmail: ([options]) => email(options),
  isUrl: ([options]) => url(options),
  isFqdn: ([options]) => hinted('a fully qualified domain name', options, { pattern: `^${HOST}$` }),
  isDateString: ([options]) => iso8601(options),
  isIso8601: ([options]) => iso8601(options),
  isRFC3339: () =>
    saidInWords('a date and time as in RFC 3339', 'date-time of ajv and of validator.js differ', {
      hint: {
        format: 'date-time',
        pattern: '^.{10}T.{6}[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
      },
    }),
};

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const HOST = `(${LABEL}\\.)+[A-Za-z]{2,63}`;

/** Options of `isEmail` that accept more, never less, than the hint describes. */
const WIDENING_EMAIL = new Set([
  'allow_display_name',
  'allow_utf8_local_part',
  'allow_underscores',
  'allow_ip_domain',
  'require_tld',
  'ignore_max_length',
]);

function email(options: unknown): Described {
  const widens = Object.keys(options ?? {}).every((key) => WIDENING_EMAIL.has(key));
  return saidInWords('an e-mail address', 'validator.js and the email format differ at the edges', {
    ...(widens && {
      // 64 octets before the @ and 254 in all, as RFC 5321 has it.
      hint: { format: 'email', maxLength: 254, pattern: `^[^@]{1,64}@${HOST}$` },
    }),
  });
}

/** Options of `isURL` that refuse some of what the hint describes. */
const NARROWING_URL = [
  'host_whitelist',
  'host_blacklist',
  'require_port',
  'allow_fragments',
  'allow_query_components',
  'max_allowed_length',
];

function url(options: unknown): Described {
  const given = (options ?? {}) as Record<string, unknown>;
  const wider = 'validator.js also accepts addresses without protocol; uri accepts other schemes';
  if (NARROWING_URL.some((key) => key in given)) return saidInWords('a URL', wider);
  const protocols = (given['protocols'] ?? ['http', 'https', 'ftp']) as string[];
  if (!protocols.every((protocol) => /^[a-z][a-z0-9+-]*$/.test(protocol)))
    return saidInWords('a URL', wider);
  const start = `(${protocols.map((one) => one.replaceAll('+', '\\+')).join('|')})`;
  const pattern = `^${start}://${HOST}(:[1-9]\\d{0,3})?([/?#]\\S*)?$`;
  return saidInWords('a URL', wider, { hint: { format: 'uri', maxLength: 2000, pattern } });
}

function iso8601(options: unknown): Described {
  // With `strict` the validator asks a Date, which takes the years 0 to 99 for 1900 to 1999.
  const year = (options as { strict?: boolean } | undefined)?.strict ? '[1-9].{3}' : '.{4}';
  const pattern = `^${year}.{6}T.{6}[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:?\\d{2})$`;
  return saidInWords('a date or date and time in ISO 8601', 'ISO 8601 knows many more forms', {
    hint: {
      anyOf: [
        year === '.{4}' ? { format: 'date' } : { format: 'date', pattern: `^${year}` },
        { format: 'date-time', pattern },
      ],
    },
  });
}

function hinted(note: string, options: unknown, hint: Fragment): Described {
  const wider = `the rules for ${note} are validator.js's own`;
  return saidInWords(note, wider, isUnset(options) ? { hint } : {});
}
