import { ErrorCode } from '../../protocol/error-codes.js';
import { answerStatus, refusalStatus } from './modern-status.js';

const { HeaderMismatch, InvalidParams, MethodNotFound } = ErrorCode;
const { MissingRequiredClientCapability, UnsupportedProtocolVersion } = ErrorCode;

describe('the status of a request of the stateless era', () => {
  it.each([
    [MethodNotFound, 404],
    [InvalidParams, 400],
    [HeaderMismatch, 400],
    [UnsupportedProtocolVersion, 400],
  ])('that was refused with %i is %i', (code, status) => {
    expect(refusalStatus({ code })).toBe(status);
  });

  it.each([
    [HeaderMismatch, 400],
    [MissingRequiredClientCapability, 400],
    [InvalidParams, 200],
    [MethodNotFound, 200],
    [1429, 200],
  ])('that was answered with %i is %i', (code, status) => {
    const answer = { id: 1, error: { code, message: 'x' } };

    expect(answerStatus(answer, 'tools/list')).toBe(status);
  });

  it('that has a result is 200', () => {
    expect(answerStatus({ id: 1, result: {} }, 'tools/list')).toBe(200);
  });

  it('of a method that neither the server nor the application knows is 404', () => {
    const answer = { id: 1, error: { code: MethodNotFound, message: 'x' } };

    expect(answerStatus(answer, 'shop/stock')).toBe(404);
  });
});
