import type { ConstraintEntry } from './constraint-entry.interface.js';
import { saidInWords } from './describe-constraint.js';

const CHECKSUM = 'no keyword computes a check digit';
const LIST = 'the list of codes is long and changes with validator.js';
const COUNTRY = 'the rule depends on a country';
const GRAMMAR = 'the grammar is not regular, or too long to help a reader';
const CASE = 'no pattern knows the letters of every alphabet';

/** Validators of strings whose rule only words can say. */
export const wordedConstraints: Readonly<Record<string, ConstraintEntry>> = {
  isBIC: words('a BIC (SWIFT code)', LIST),
  isCreditCard: words('a credit card number', CHECKSUM),
  isCurrency: words('an amount of money', GRAMMAR),
  isDataURI: words('a data URI', GRAMMAR),
  isDecimal: words('a decimal number as text', GRAMMAR),
  isEAN: words('an EAN', CHECKSUM),
  isHSL: words('an HSL colour', GRAMMAR),
  isIBAN: words('an IBAN', CHECKSUM),
  isISO31661Alpha2: words('a country code of two letters (ISO 3166-1)', LIST),
  isISO31661Alpha3: words('a country code of three letters (ISO 3166-1)', LIST),
  isISO31661Numeric: words('a country code of three digits (ISO 3166-1)', LIST),
  isISO4217CurrencyCode: words('a currency code (ISO 4217)', LIST),
  isISO6391: words('a language code of two letters (ISO 639-1)', LIST),
  isIdentityCard: words('an identity card number', COUNTRY),
  isIsbn: words('an ISBN', CHECKSUM),
  isIsin: words('an ISIN', CHECKSUM),
  isISSN: words('an ISSN', CHECKSUM),
  isJson: words('JSON as text', GRAMMAR),
  isLatLong: words('"latitude,longitude"', GRAMMAR),
  isLatitude: coordinate('a latitude', 90),
  isLongitude: coordinate('a longitude', 180),
  isLocale: words('a locale such as en-GB', GRAMMAR),
  isLowercase: words('no upper case letters', CASE),
  isMacAddress: words('a MAC address', GRAMMAR),
  isMagnetURI: words('a magnet URI', GRAMMAR),
  isMimeType: words('a media type such as text/plain', LIST),
  isMobilePhone: words('a mobile phone number', COUNTRY),
  isPassportNumber: words('a passport number', COUNTRY),
  isPhoneNumber: ([region]) =>
    saidInWords(
      region === undefined
        ? 'a phone number with its country code, such as +41 44 668 18 00'
        : `a phone number of ${String(region)}`,
      COUNTRY,
    ),
  isPostalCode: words('a postal code', COUNTRY),
  isRgbColor: words('an RGB colour', GRAMMAR),
  isSemVer: words('a semantic version', GRAMMAR),
  isStrongPassword: ([options]) =>
    saidInWords(passwordRule(options), 'characters are counted by kind'),
  isSurrogatePair: words('a character beyond U+FFFF', 'patterns see code points, not surrogates'),
  isTaxId: words('a tax identification number', COUNTRY),
  isTimeZone: words('an IANA time zone such as Europe/Zurich', LIST),
  isUppercase: words('no lower case letters', CASE),
  isVariableWidth: words('full-width and half-width characters', 'two patterns would be needed'),
};

function words(note: string, wider: string): ConstraintEntry {
  const described = saidInWords(note, wider);
  return () => described;
}

function coordinate(note: string, limit: number): ConstraintEntry {
  return () => ({
    schema: { anyOf: [{ type: 'number', minimum: -limit, maximum: limit }, { type: 'string' }] },
    note: `${note}, as a number or a text`,
    wider: 'the validator reads the number as text, and refuses exponents',
  });
}

function passwordRule(options: unknown): string {
  const rule = {
    minLength: 8,
    minLowercase: 1,
    minUppercase: 1,
    minNumbers: 1,
    minSymbols: 1,
    ...(options as object | undefined),
  };
  return (
    `at least ${rule.minLength} characters with ${rule.minLowercase} lower case and ` +
    `${rule.minUppercase} upper case letters, ${rule.minNumbers} digits and ${rule.minSymbols} symbols`
  );
}
