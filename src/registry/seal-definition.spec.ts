import { sealDefinition } from './seal-definition.js';

const handler = { place: 'Shop.find' };

describe('a sealed definition', () => {
  it('does not change with what it was made of', () => {
    const meta = { tags: ['a'] };
    const sealed = sealDefinition({ handler, name: 'x', meta });
    meta.tags.push('b');

    expect(sealed).toEqual({ handler, name: 'x', meta: { tags: ['a'] } });
  });

  it('leaves what it was made of free to change', () => {
    const given = { handler, annotations: { readOnlyHint: true }, icons: [{ src: 'a:b' }] };
    sealDefinition(given);

    expect([given, given.annotations, given.icons].some(Object.isFrozen)).toBe(false);
  });

  it.each([
    (sealed: Sealed) => Reflect.set(sealed, 'name', 'y'),
    (sealed: Sealed) => Reflect.set(sealed.annotations, 'readOnlyHint', false),
    (sealed: Sealed) => Reflect.set(sealed.icons[0] ?? {}, 'src', 'evil:'),
    (sealed: Sealed) => Reflect.set(sealed.meta.deep, 'a', 2),
  ])('cannot be changed: %p', (change) => {
    const sealed = sealDefinition(create());

    expect(change(sealed)).toBe(false);
    expect(sealed).toEqual(create());
  });

  it('says where something is that JSON cannot say', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;

    expect(() => sealDefinition({ handler, meta: circular })).toThrow(
      /^Shop\.find: meta must be JSON: TypeError/,
    );
    expect(() => sealDefinition({ handler, annotations: { priority: 1n } })).toThrow(
      'annotations must be JSON',
    );
  });

  it('has no members it was not given', () => {
    expect(Object.keys(sealDefinition({ handler, meta: undefined }))).toEqual(['handler', 'meta']);
  });
});

const create = () => ({
  handler,
  name: 'x',
  annotations: { readOnlyHint: true },
  icons: [{ src: 'a:b' }],
  meta: { deep: { a: 1 } },
});
type Sealed = ReturnType<typeof create>;
