import fc from 'fast-check';
import { McpException } from '../../protocol/mcp.exception.js';
import { checkRoutingHeaders, checkVersionHeader } from './mirrored-headers.js';

/** The code of what a check throws, or 0. */
function codeOf(check: () => void): number {
  try {
    check();
    return 0;
  } catch (thrown) {
    if (thrown instanceof McpException) return thrown.code;
    throw thrown;
  }
}

const request = (name: unknown) =>
  ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }) as const;

const check = (headers: Record<string, string>, name: unknown = 'echo', member?: string) =>
  codeOf(() =>
    checkRoutingHeaders({ 'mcp-method': 'tools/call', ...headers }, request(name), member),
  );

describe('mirrored headers', () => {
  it.each([
    [{}, -32020],
    [{ 'mcp-protocol-version': '2025-11-25' }, -32020],
    [{ 'mcp-protocol-version': '=?base64?MjAyNi0wNy0yOA==?=' }, -32020],
    [{ 'mcp-protocol-version': '2026-07-28' }, 0],
    [{ 'mcp-protocol-version': '\t2026-07-28 ' }, 0],
    [{ 'mcp-protocol-version': '\u00a02026-07-28' }, -32020],
  ])('compare the version in %j', (headers, code) => {
    expect(codeOf(() => checkVersionHeader(headers, '2026-07-28'))).toBe(code);
  });

  it('do not ask for a name that the method has none of', () => {
    expect(check({})).toBe(0);
  });

  it('leave a name that is no string to the check of the params', () => {
    expect([5, null, {}].map((name) => check({}, name, 'name'))).toEqual([0, 0, 0]);
  });

  it('match a name in Base64, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = `=?base64?${Buffer.from(name).toString('base64')}?=`;
        expect(check({ 'mcp-name': header }, name, 'name')).toBe(0);
      }),
    );
  });

  it('match no other name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (header, name) => {
        fc.pre(header.trim() !== name && !header.startsWith('=?base64?'));
        expect(check({ 'mcp-name': header }, name, 'name')).toBe(-32020);
      }),
    );
  });

  it('take no other whitespace for padding', () => {
    expect(check({ 'mcp-method': 'tools/call\u00a0' })).toBe(-32020);
    expect(check({ 'mcp-name': '\u00a0echo' }, 'echo', 'name')).toBe(-32020);
    expect(check({ 'mcp-name': '\techo ' }, 'echo', 'name')).toBe(0);
  });

  it.each(['é', 'Ã©', '\u0000', '\u007f'])('refuse the bare character %j', (name) => {
    expect(check({ 'mcp-name': name }, name, 'name')).toBe(-32020);
  });
});
