import { ErrorCode } from './error-codes.js';

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(ErrorCode).map(([name, code]) => [code, name]),
);

/** An error code for people: `-32602 InvalidParams`; one of the application has no name. */
export function describeCode(code: number): string {
  const name = NAMES.get(code);
  return name === undefined ? String(code) : `${code} ${name}`;
}
