import {
  headerMismatch,
  invalidParams,
  invalidRequest,
  methodNotFound,
  unsupportedVersion,
} from './protocol-errors.js';

describe('the errors of the protocol', () => {
  it.each([
    ['an invalid request', invalidRequest('x'), { code: -32600, message: 'x' }],
    ['an unknown method', methodNotFound('a/b'), { code: -32601, message: 'Unknown method: a/b' }],
    ['bad params', invalidParams('x'), { code: -32602, message: 'x' }],
    ['bad params with data', invalidParams('x', 1), { code: -32602, message: 'x', data: 1 }],
    ['a header that contradicts', headerMismatch('x'), { code: -32020, message: 'x' }],
    [
      'a version that is not served',
      unsupportedVersion(['2026-07-28'], 'v9'),
      {
        code: -32022,
        message: 'Unsupported protocol version: v9',
        data: { supported: ['2026-07-28'], requested: 'v9' },
      },
    ],
  ])('say of %s exactly this', (_what, exception, error) => {
    expect(exception.toErrorObject()).toEqual(error);
  });
});
