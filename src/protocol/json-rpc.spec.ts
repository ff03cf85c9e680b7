import { isRequestId } from './json-rpc.js';
import { isJsonObject } from './json.js';

describe('isRequestId', () => {
  it.each([0, -1, 42, Number.MAX_SAFE_INTEGER, '', '0', 'id'])('takes %j', (id) => {
    expect(isRequestId(id)).toBe(true);
  });

  it.each([null, undefined, 0.1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1n, true, {}, []])(
    'refuses %p',
    (id) => {
      expect(isRequestId(id)).toBe(false);
    },
  );
});

describe('isJsonObject', () => {
  it('takes an object', () => {
    expect(isJsonObject({})).toBe(true);
  });

  it.each([null, undefined, [], 'x', 1, true])('refuses %j', (value) => {
    expect(isJsonObject(value)).toBe(false);
  });
});
