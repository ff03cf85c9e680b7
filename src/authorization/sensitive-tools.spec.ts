import { isSensitive, requireAuthorizerFor } from './sensitive-tools.js';

describe('isSensitive', () => {
  it.each<[object | undefined, boolean]>([
    [{ destructiveHint: true }, true],
    [{ sensitive: true }, true],
    [{ destructiveHint: true, readOnlyHint: true }, true],
    [{ destructiveHint: true, sensitive: false }, true],
    [{ sensitive: true, destructiveHint: false }, true],
    [{ destructiveHint: false }, false],
    [{ readOnlyHint: false }, false],
    [{ destructiveHint: 'true' as never }, false],
    [{}, false],
    [undefined, false],
  ])('of %j is %j', (annotations, expected) => {
    expect(isSensitive({ name: 'x', annotations })).toBe(expected);
  });
});

describe('requireAuthorizerFor', () => {
  const wipe = { name: 'wipe', annotations: { sensitive: true } };
  const drop = { name: 'drop', annotations: { destructiveHint: true } };
  const look = { name: 'look' };

  it('names every sensitive tool and no other', () => {
    expect(() => requireAuthorizerFor([wipe, look, drop], false)).toThrow(
      /^The tools wipe, drop are sensitive/,
    );
  });

  it('names where they are declared', () => {
    const placed = { ...wipe, handler: { place: 'Disk.wipe' } };

    expect(() => requireAuthorizerFor([placed], false)).toThrow('The tools wipe (Disk.wipe) are');
  });

  it('names the way out', () => {
    expect(() => requireAuthorizerFor([wipe], false)).toThrow('authorizer: allowAll()');
  });

  it.each([
    [[wipe, drop], true],
    [[look], false],
    [[], false],
  ])('accepts %j where an authorizer is %j', (tools, hasAuthorizer) => {
    expect(() => requireAuthorizerFor(tools, hasAuthorizer)).not.toThrow();
  });
});
