import { readArguments, readString } from './read-params.js';

describe('readString', () => {
  it.each(['', 'a'])('reads %j', (name) => {
    expect(readString({ name }, 'name', 'tools/call')).toBe(name);
  });

  it.each([undefined, null, 1, {}, ['a']])('refuses %j, naming method and member', (name) => {
    expect(() => readString({ name }, 'name', 'tools/call')).toThrow(
      expect.objectContaining({ code: -32602, message: 'tools/call: name must be a string' }),
    );
  });
});

describe('readArguments', () => {
  it('reads an object', () => {
    const args = { a: 1 };

    expect(readArguments({ arguments: args }, 'tools/call')).toBe(args);
  });

  it.each([undefined, null])('takes %s for no arguments', (value) => {
    expect(readArguments({ arguments: value }, 'tools/call')).toEqual({});
  });

  it.each([[[]], ['a'], [1], [false], ['']])('refuses %j', (value) => {
    expect(() => readArguments({ arguments: value }, 'tools/call')).toThrow(
      expect.objectContaining({ code: -32602, message: 'tools/call: arguments must be an object' }),
    );
  });
});
