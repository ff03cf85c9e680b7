import type { CompiledSchema } from '../compiled-schema.interface.js';
import { PromptResult } from './builders/prompt-result.js';
import { ToolResult } from './builders/tool-result.js';
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
      ['a map', new Map([['a', 1]])],
      ['a set', new Set([1])],
      ['an error', new Error('sold out')],
      ['a pattern', /a/],
      ['a generator', (function* () {})()],
    ])('%s', async (_what, value) => {
      await expect(toToolResult(value, undefined)).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError' }),
      );
    });
  });

  it('names the remedy for what arrives as an empty object', async () => {
    await expect(toToolResult(new Map(), undefined)).rejects.toThrow(
      'a Map cannot be returned to a client; return Object.fromEntries(map)',
    );
    await expect(toToolResult(new RangeError('x'), acceptAll())).rejects.toThrow(
      'an Error cannot be returned to a client; throw it',
    );
  });

  it('takes a map that says itself what it is in JSON', async () => {
    const map = Object.assign(new Map(), { toJSON: () => ({ a: 1 }) });

    expect(await toToolResult(map, undefined)).toEqual(text('{"a":1}'));
  });

  describe('of a built result', () => {
    it('is its parts in order', async () => {
      const built = ToolResult.text('a').json([1]).error().meta({ m: 1 });

      expect(await toToolResult(built, undefined)).toEqual({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '[1]' },
        ],
        isError: true,
        _meta: { m: 1 },
      });
    });

    it('is nothing for the empty one', async () => {
      expect(await toToolResult(ToolResult, undefined)).toEqual({ content: [] });
    });

    it('tells structured content as text too, before the rest', async () => {
      const built = ToolResult.image(Buffer.from('x'), 'image/png').structured({ a: 1 });
      const { content, structuredContent } = await toToolResult(built, acceptAll());

      expect(structuredContent).toEqual({ a: 1 });
      expect(content).toMatchObject([{ type: 'text', text: '{"a":1}' }, { type: 'image' }]);
    });

    it('tells what was validated, not what was given', async () => {
      const output: CompiledSchema = {
        json: { type: 'object' },
        validate: () => ({ ok: true, value: { id: 1 } }),
      };
      const built = ToolResult.structured({ id: 1, password: 'sk-secret' });

      expect(await toToolResult(built, output)).toEqual({
        content: [{ type: 'text', text: '{"id":1}' }],
        structuredContent: { id: 1 },
      });
    });

    it('leaves the text to a result that has its own', async () => {
      const built = ToolResult.structured({ a: 1 }).text('one');

      expect((await toToolResult(built, acceptAll())).content).toEqual([
        { type: 'text', text: 'one' },
      ]);
    });

    it.each([ToolResult.text('x'), ToolResult])(
      'is refused without structured content where an output schema is declared',
      async (built) => {
        await expect(toToolResult(built, acceptAll())).rejects.toThrow(OutputMismatchError);
      },
    );

    it('may be an error all the same', async () => {
      expect(await toToolResult(ToolResult.error('no'), refuseAll)).toEqual({
        ...text('no'),
        isError: true,
      });
    });

    it('is refused if it was built for a prompt', async () => {
      await expect(toToolResult(PromptResult.user('x'), undefined)).rejects.toThrow(
        'the result of a prompt was returned for a tool',
      );
    });

    it('is known whatever copy of the package built it', async () => {
      const foreign = {
        [Symbol.for('nest-mcp:result')]: 'tool',
        toJSON: () => ({ content: [block] }),
      };

      expect(await toToolResult(foreign, undefined)).toEqual(text('hello'));
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
