import type { CompiledSchema } from '../compiled-schema.interface.js';
import { OutputMismatchError } from './output-mismatch.error.js';
import { toToolResult } from './to-tool-result.js';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const block = { type: 'text', text: 'hello' };

/** Takes anything and says what it was asked about. */
function acceptAll(): CompiledSchema & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    json: { type: 'object' },
    validate: (value) => {
      asked.push(value);
      return { ok: true, value };
    },
  };
}

const refuseAll: CompiledSchema = {
  json: { type: 'object' },
  validate: () => ({ ok: false, issues: [{ path: 'total', message: 'must be a number' }] }),
};

describe('toToolResult', () => {
  describe('writes as text', () => {
    it.each([
      ['a string as it is', 'hello', 'hello'],
      ['an empty string', '', ''],
      ['a number', 7, '7'],
      ['zero', 0, '0'],
      ['a boolean', false, 'false'],
      ['null', null, 'null'],
      ['an object', { a: 1, b: undefined }, '{"a":1}'],
      ['a list', [1, 'two'], '[1,"two"]'],
      ['an empty list', [], '[]'],
      ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
      ['a list of content blocks', [block], '[{"type":"text","text":"hello"}]'],
    ])('%s', async (_what, value, expected) => {
      expect(await toToolResult(value, undefined)).toEqual(text(expected));
    });
  });

  it('gives no content for undefined', async () => {
    expect(await toToolResult(undefined, undefined)).toEqual({ content: [] });
  });

  describe('keeps a ready-made result', () => {
    it.each([
      ['with content', { content: [block] }],
      ['with empty content', { content: [] }],
      ['of an error', { content: [block], isError: true }],
      ['with structured content', { content: [], structuredContent: { a: 1 } }],
      ['with _meta', { content: [], _meta: { a: 1 } }],
    ])('%s', async (_what, value) => {
      expect(await toToolResult(value, undefined)).toBe(value);
    });
  });

  describe('does not take for a result a domain object', () => {
    it.each([
      ['whose content is a string', { content: 'a page' }],
      ['whose content is a list of numbers', { content: [1, 2], total: 2 }],
      ['whose content holds something that is no block', { content: [block, { type: 'text' }] }],
      ['whose content is empty beside other members', { content: [], total: 0 }],
      ['whose content is null', { content: null }],
    ])('%s', async (_what, value) => {
      expect(await toToolResult(value, undefined)).toEqual(text(JSON.stringify(value)));
    });
  });

  describe('refuses what JSON cannot say', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;

    it.each([
      ['a bigint', 1n],
      ['an object with a bigint', { n: 1n }],
      ['a function', () => 1],
      ['a symbol', Symbol('x')],
      ['a cycle', cycle],
    ])('%s', async (_what, value) => {
      await expect(toToolResult(value, undefined)).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError' }),
      );
    });
  });

  describe('with an output schema', () => {
    it('gives the validated value, and the same as text', async () => {
      const output: CompiledSchema = {
        json: {},
        validate: () => ({ ok: true, value: { shaped: true } }),
      };

      expect(await toToolResult({ shaped: false, secret: 'x' }, output)).toEqual({
        ...text('{"shaped":true}'),
        structuredContent: { shaped: true },
      });
    });

    it('keeps a structured value of null', async () => {
      expect(await toToolResult(null, acceptAll())).toEqual({
        ...text('null'),
        structuredContent: null,
      });
    });

    it('refuses a value that does not fit, with the reasons', async () => {
      await expect(toToolResult({}, refuseAll)).rejects.toThrow(
        new OutputMismatchError([{ path: 'total', message: 'must be a number' }]),
      );
    });

    it('checks the structured content of a ready-made result', async () => {
      const output = acceptAll();

      await toToolResult({ content: [block], structuredContent: { a: 1 } }, output);

      expect(output.asked).toEqual([{ a: 1 }]);
    });

    it('refuses a ready-made result without structured content', async () => {
      await expect(toToolResult({ content: [block] }, acceptAll())).rejects.toThrow(
        OutputMismatchError,
      );
    });

    it('refuses a ready-made result whose structured content does not fit', async () => {
      await expect(
        toToolResult({ content: [block], structuredContent: {} }, refuseAll),
      ).rejects.toThrow(OutputMismatchError);
    });

    it('does not check the result of an error', async () => {
      const failed = { content: [block], isError: true };

      expect(await toToolResult(failed, refuseAll)).toBe(failed);
    });
  });
});
