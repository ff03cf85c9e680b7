import { loadAjv } from './load-ajv.js';

const NAMED = { type: 'object', $id: 'https://shop.example/order' };

describe('loadAjv', () => {
  it('shares one ajv among schemas without names', async () => {
    expect(await loadAjv({ type: 'object' }, 'a')).toBe(await loadAjv({ type: 'array' }, 'b'));
  });

  it('gives a schema with a name one of its own, so that two may have the same', async () => {
    const [first, second] = [await loadAjv(NAMED, 'a'), await loadAjv(NAMED, 'b')];

    first.compile(NAMED);
    expect(() => second.compile({ ...NAMED, required: ['x'] })).not.toThrow();
  });

  it('keeps apart the definitions of schemas that share it', async () => {
    const withPart = (part: object) => ({ $defs: { part }, $ref: '#/$defs/part' });
    const [text, number] = [withPart({ type: 'string' }), withPart({ type: 'number' })];
    const checks = [
      (await loadAjv(text, 'a')).compile(text),
      (await loadAjv(number, 'b')).compile(number),
    ];

    expect(checks.map((check) => [check('x'), check(1)])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('takes a fresh one after 256 schemas, for an ajv forgets none', async () => {
    const engines = new Set<unknown>();
    for (let count = 0; count < 600; count++) engines.add(await loadAjv({}, 'a'));

    expect(engines.size).toBeGreaterThanOrEqual(3);
    expect(engines.size).toBeLessThanOrEqual(4);
  });
});
