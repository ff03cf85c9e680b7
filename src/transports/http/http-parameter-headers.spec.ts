import fc from 'fast-check';
import { checkMirroredParameters } from '../../dispatch/check-mirrored-parameters.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { HttpParameterHeaders } from './http-parameter-headers.js';

/** The headers of a request with these fields, as Node gives them. */
function received(...fields: readonly (readonly [string, string])[]): HttpParameterHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of fields) {
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  return new HttpParameterHeaders({ headers, rawHeaders: fields.flat() });
}

/** As clients must: Base64 for what is not printable ASCII, is padded, or looks like Base64. */
function encode(value: string | number | boolean): string {
  const text = String(value);
  const isPlain = /^[\t\x20-\x7e]*$/.test(text) && text.trim() === text;
  const looksEncoded = text.startsWith('=?base64?') && text.endsWith('?=');
  return isPlain && !looksEncoded ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

const TYPES = { string: 'string', number: 'integer', boolean: 'boolean' } as const;

/** True when a call with this argument and this header passes. */
function passes(value: string | number | boolean, header: string): boolean {
  const type = TYPES[typeof value as keyof typeof TYPES];
  try {
    checkMirroredParameters(
      [{ path: ['value'], header: 'Value', type }],
      { value },
      received(['Mcp-Param-Value', header]),
    );
    return true;
  } catch (thrown) {
    if (thrown instanceof McpException && thrown.code === -32020) return false;
    throw thrown;
  }
}

const strings = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.string().map((inner) => `=?base64?${inner}?=`),
  fc.base64String().map((inner) => `=?base64?${inner}?=`),
  fc.string().map((inner) => ` ${inner}\t`),
);
const values = fc.oneof(strings, fc.maxSafeInteger(), fc.boolean());

describe('Mcp-Param-* headers', () => {
  it.each(['Region', 'REGION', 'region'])('are found as %s, whatever the case', (name) => {
    expect(received(['mcp-PARAM-reGION', 'eu']).read(name)).toBe('eu');
  });

  it('are absent where there is none', () => {
    expect(received(['Mcp-Param-Region', 'eu']).read('Zone')).toBeUndefined();
  });

  it.each([
    ['', ''],
    ['  eu\t', 'eu'],
    ['us west 1', 'us west 1'],
    ['=?base64?SGVsbG8=?=', 'Hello'],
    [' =?base64?SGVsbG8=?= ', 'Hello'],
    ['=?base64?IHBhZGRlZCA=?=', ' padded '],
    ['=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=', '=?base64?literal?='],
    ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
    ['SGVsbG8=', 'SGVsbG8='],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
  ])('read %j as %j', (value, text) => {
    expect(received(['Mcp-Param-Region', value]).read('Region')).toBe(text);
  });

  it.each([
    ['wrong padding', '=?base64?SGVsbG8?=', 'is not valid Base64'],
    ['foreign characters', '=?base64?SGVs!!!bG8=?=', 'is not valid Base64'],
    ['invalid UTF-8', '=?base64?/w==?=', 'is not valid Base64'],
    ['bare bytes outside ASCII', 'Ã©', 'has characters outside ASCII'],
    ['a no-break space around it', '\u00a0eu', 'has characters outside ASCII'],
    ['a control character', 'e\u0001u', 'has characters outside ASCII'],
  ])('are refused with %s', (_, value, problem) => {
    expect(() => received(['Mcp-Param-Region', value]).read('Region')).toThrow(
      expect.objectContaining({
        code: -32020,
        message: expect.stringContaining(`Mcp-Param-Region header ${problem}`),
      }),
    );
  });

  it('are refused when sent twice, even if the two together equal an argument', () => {
    const twice = received(['Mcp-Param-Region', 'a'], ['mcp-param-region', 'b']);

    expect(() => twice.read('Region')).toThrow('Mcp-Param-Region header is sent more than once');
  });

  it('may be equal to the name of another field', () => {
    const fields = received(['X-Copy', 'mcp-param-region'], ['Mcp-Param-Region', 'eu']);

    expect(fields.read('Region')).toBe('eu');
  });

  it('pass when they are encoded as clients must, whatever the value', () => {
    fc.assert(fc.property(values, (value) => passes(value, encode(value))));
  });

  it('pass in Base64 too, where it was not needed', () => {
    fc.assert(
      fc.property(values, (value) =>
        passes(value, `=?base64?${Buffer.from(String(value)).toString('base64')}?=`),
      ),
    );
  });

  it('are refused when one character was changed', () => {
    const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

    fc.assert(
      fc.property(values, fc.nat(), printable, (value, position, character) => {
        const header = encode(value);
        fc.pre(header !== '');
        const at = position % header.length;
        fc.pre(header[at] !== character);

        const changed = header.slice(0, at) + character + header.slice(at + 1);
        return !passes(value, changed);
      }),
    );
  });

  it('never pass for another value', () => {
    fc.assert(
      fc.property(values, values, (value, other) => {
        fc.pre(String(value) !== String(other));
        return !passes(value, encode(other));
      }),
    );
  });
});
