import { isUtf8 } from 'node:buffer';
import { exceedsJsonDepth } from '../../protocol/json-depth.js';

/** The value of a line, or why it has none. */
export type ParsedLine = { readonly value: unknown } | { readonly fault: string };

/**
 * Reads one line as JSON. Bytes that are not UTF-8 are refused (every revision, stdio): a decoder
 * would put replacement characters for them, and a tool would work with arguments nobody sent.
 */
export function parseLine(bytes: Buffer, maxJsonDepth: number): ParsedLine {
  if (!isUtf8(bytes)) return { fault: 'the line is not UTF-8' };
  const text = bytes.toString('utf8');
  if (exceedsJsonDepth(text, maxJsonDepth)) {
    return { fault: `the line nests deeper than ${maxJsonDepth} levels` };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'the line is not JSON' };
  }
}
