import { sealDefinition } from './seal-definition.js';

describe('a sealed definition', () => {
  it('does not change with what it was made of', () => {
    const meta = { tags: ['a'] };
    const sealed = sealDefinition({ name: 'x', meta });
    meta.tags.push('b');

    expect(sealed).toEqual({ name: 'x', meta: { tags: ['a'] } });
  });

  it('leaves what it was made of free to change', () => {
    const given = { annotations: { readOnlyHint: true }, icons: [{ src: 'a:b' }] };
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

  it('has no members it was not given', () => {
    expect(Object.keys(sealDefinition({ name: 'x', meta: undefined }))).toEqual(['name', 'meta']);
  });
});

const create = () => ({
  name: 'x',
  annotations: { readOnlyHint: true },
  icons: [{ src: 'a:b' }],
  meta: { deep: { a: 1 } },
});
type Sealed = ReturnType<typeof create>;
