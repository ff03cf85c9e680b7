import { ErrorCode } from './error-codes.js';
import { isJsonObject } from './json.js';

/** Codes of the closed range that the specification defines, with what their `data` must hold. */
const DEFINED = new Map<number, (data: unknown) => string | undefined>([
  [ErrorCode.HeaderMismatch, () => undefined],
  [
    ErrorCode.MissingRequiredClientCapability,
    (data) =>
      isJsonObject(data) && isJsonObject(data.requiredCapabilities)
        ? undefined
        : 'data.requiredCapabilities',
  ],
  [
    ErrorCode.UnsupportedProtocolVersion,
    (data) =>
      isJsonObject(data) && isStrings(data.supported) && typeof data.requested === 'string'
        ? undefined
        : 'data.supported and data.requested',
  ],
]);

/** True for codes that mean what an application wants (2026-07-28, Error Codes). */
export const isApplicationCode = (code: number): boolean =>
  Number.isSafeInteger(code) && (code < -32099 || code > -32000);

/**
 * Holds applications to the codes they may send (2026-07-28, Error Codes): none that others assigned
 * before the range was divided, none of the specification's that it did not define, and those that it did
 * with their meaning only.
 *
 * @throws RangeError for the code, TypeError for data without which the code means nothing
 */
export function checkApplicationCode(code: number, data: unknown): void {
  if (isApplicationCode(code)) return;
  const missing = DEFINED.get(code);
  if (missing === undefined) throw new RangeError(`${refusal(code)}; ${REMEDY}`);
  const member = missing(data);
  if (member !== undefined) throw new TypeError(`an error with the code ${code} needs ${member}`);
}

const REMEDY = 'choose one outside -32768 to -32000';

function refusal(code: number): string {
  if (!Number.isSafeInteger(code)) return `an error code must be an integer, not ${code}`;
  return code > -32020
    ? `the error code ${code} is of the range that nothing new may use (-32000 to -32019)`
    : `the error code ${code} is of the range of the specification (-32020 to -32099)`;
}

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
