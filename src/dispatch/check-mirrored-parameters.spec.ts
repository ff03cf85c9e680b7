import { McpException } from '../protocol/mcp.exception.js';
import type { MirroredParameter } from '../registry/mirrored-parameter.interface.js';
import { checkMirroredParameters } from './check-mirrored-parameters.js';

const PARAMETERS: readonly MirroredParameter[] = [
  { path: ['s'], header: 'S', type: 'string' },
  { path: ['n'], header: 'N', type: 'integer' },
  { path: ['b'], header: 'B', type: 'boolean' },
  { path: ['deep', 'er'], header: 'D', type: 'string' },
];

/** What is wrong with a call of these arguments and headers, or `undefined`. */
function problem(args: object, headers: Record<string, string> = {}): string | undefined {
  const given = new Map(Object.entries(headers));
  try {
    checkMirroredParameters(PARAMETERS, args as Record<string, unknown>, {
      read: (name) => given.get(name),
    });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof McpException && thrown.code === -32020) return thrown.message;
    throw thrown;
  }
}

describe('the check of mirrored parameters', () => {
  it.each<[object, Record<string, string>]>([
    [{ s: 'eu' }, { S: 'eu' }],
    [{ s: '' }, { S: '' }],
    [{ s: 'Hello, 世界' }, { S: 'Hello, 世界' }],
    [{ s: ' x ' }, { S: ' x ' }],
    [{ n: 42 }, { N: '42' }],
    [{ n: 42 }, { N: '42.0' }],
    [{ n: 42 }, { N: '42.000' }],
    [{ n: -7 }, { N: '-7' }],
    [{ n: 0 }, { N: '0' }],
    [{ n: 0 }, { N: '-0' }],
    [{ n: -0 }, { N: '0' }],
    [{ n: 2 ** 53 - 1 }, { N: '9007199254740991' }],
    [{ n: -(2 ** 53) + 1 }, { N: '-9007199254740991' }],
    [{ b: true }, { B: 'true' }],
    [{ b: false }, { B: 'false' }],
    [{ deep: { er: 'x' } }, { D: 'x' }],
    [
      { s: 'a', n: 1, b: true, deep: { er: 'x' } },
      { S: 'a', N: '1', B: 'true', D: 'x' },
    ],
    // Nothing is expected where there is no value.
    [{}, {}],
    [{ s: null, n: null, b: null, deep: null }, {}],
    [{ deep: {} }, {}],
    [{ deep: { er: null } }, {}],
    [{ deep: 'text' }, {}],
    [{ deep: [{ er: 'x' }] }, {}],
    // Unknown headers are nobody's business.
    [{ s: 'a' }, { S: 'a', Other: 'x' }],
    // A wrong type that the header says too is left to validation.
    [{ s: 42 }, { S: '42' }],
    [{ s: 4.5 }, { S: '4.5' }],
    [{ s: true }, { S: 'true' }],
    [{ n: '42' }, { N: '42' }],
    [{ n: 4.5 }, { N: '4.5' }],
    [{ b: 'true' }, { B: 'true' }],
  ])('passes arguments %j with headers %j', (args, headers) => {
    expect(problem(args, headers)).toBeUndefined();
  });

  it.each<[object, Record<string, string>]>([
    [{ s: 'eu' }, { S: 'us' }],
    [{ s: 'eu' }, { S: 'EU' }],
    [{ s: 'eu' }, { S: 'eu ' }],
    [{ s: 'eu' }, { S: '' }],
    [{ s: '' }, { S: '""' }],
    // One character, composed and decomposed: strings are compared by code points.
    [{ s: '\u00e9' }, { S: 'e\u0301' }],
    [{ s: '42' }, { S: '42.0' }],
    [{ s: 42 }, { S: '42.0' }],
    [{ n: 42 }, { N: '43' }],
    [{ n: 42 }, { N: '42.5' }],
    [{ n: 42 }, { N: '42.' }],
    [{ n: 42 }, { N: '+42' }],
    [{ n: 42 }, { N: '042' }],
    [{ n: 42 }, { N: '4.2e1' }],
    [{ n: 42 }, { N: '0x2a' }],
    [{ n: 42 }, { N: ' 42' }],
    [{ n: 42 }, { N: '' }],
    [{ n: 0 }, { N: '' }],
    [{ n: 2 ** 53 - 1 }, { N: '9007199254740992' }],
    [{ n: 2 ** 53 - 1 }, { N: '9007199254740990' }],
    [{ n: '42' }, { N: '42.0' }],
    [{ b: true }, { B: 'True' }],
    [{ b: true }, { B: '1' }],
    [{ b: true }, { B: 'false' }],
  ])('refuses arguments %j with headers %j', (args, headers) => {
    expect(problem(args, headers)).toMatch(
      /^Mcp-Param-[SNB] header differs from arguments\.[snb]$/,
    );
  });

  it.each([
    [{ s: 'eu' }, 'Mcp-Param-S header is missing, but arguments.s has a value'],
    [{ s: '' }, 'Mcp-Param-S header is missing, but arguments.s has a value'],
    [{ n: 0 }, 'Mcp-Param-N header is missing, but arguments.n has a value'],
    [{ b: false }, 'Mcp-Param-B header is missing, but arguments.b has a value'],
    [{ deep: { er: 'x' } }, 'Mcp-Param-D header is missing, but arguments.deep.er has a value'],
  ])('refuses %j without a header', (args, message) => {
    expect(problem(args)).toBe(message);
  });

  it.each([[{}], [{ s: null }], [{ s: undefined }]])('refuses a header for %j', (args) => {
    expect(problem(args, { S: '' })).toBe(
      'Mcp-Param-S header is sent, but arguments.s has no value',
    );
  });

  it('reads own members only', () => {
    const inherited: unknown = Object.create({ s: 'eu' });

    expect(problem(inherited as object)).toBeUndefined();
  });

  it.each([
    [{ s: ['eu'] }, 'arguments.s is an array, which no Mcp-Param-S can carry'],
    [{ s: {} }, 'arguments.s is an object, which no Mcp-Param-S can carry'],
    [{ n: 2 ** 53 }, 'arguments.n is an integer beyond 2^53 - 1, which no Mcp-Param-N can carry'],
    [
      { n: -(2 ** 53) },
      'arguments.n is an integer beyond 2^53 - 1, which no Mcp-Param-N can carry',
    ],
  ])('refuses %j whatever the headers', (args, message) => {
    const said = { S: 'eu', N: String((args as { n?: number }).n) };

    expect(problem(args)).toBe(message);
    expect(problem(args, 's' in args ? { S: said.S } : { N: said.N })).toBe(message);
  });

  it('never shows a value', () => {
    const secret = 'hunter2';

    expect(problem({ s: secret })).not.toContain(secret);
    expect(problem({ s: 'x' }, { S: secret })).not.toContain(secret);
    expect(problem({ s: [secret] })).not.toContain(secret);
  });
});
