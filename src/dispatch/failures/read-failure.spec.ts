import { callWith } from '../../../test/support/request-context.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import { revision20251125 } from '../../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../../protocol/revisions/revision-2026-07-28.js';
import type { Failure } from './failure.js';
import { readDenied, readFailure, resourceNotFound } from './read-failure.js';

const call = callWith(1, 'resources/read', {}, { revision: revision20251125 });
const notFound = () => invalidParams('not there');
const told = (status: number | undefined): Failure => ({ kind: 'told', text: 'because', status });
const failed = (failure: Failure) => readFailure(failure, call, notFound).toErrorObject();

describe('resourceNotFound', () => {
  it.each([
    [revision20251125, -32002],
    [revision20260728, -32602],
  ])('names the address', (revision, code) => {
    expect(resourceNotFound('a:b', revision).toErrorObject()).toEqual({
      code,
      message: 'Resource not found: a:b',
      data: { uri: 'a:b' },
    });
  });
});

describe('readDenied', () => {
  it.each([
    [revision20251125, -32090],
    [revision20260728, -33090],
  ])('names method and reason', (revision, code) => {
    expect(readDenied('tools/list', 'sign in', revision).toErrorObject()).toEqual({
      code,
      message: 'authorization_required: tools/list',
      data: { error: 'authorization_required', method: 'tools/list', detail: 'sign in' },
    });
  });
});

describe('readFailure', () => {
  it('hands on the exception of the protocol', () => {
    const exception = new McpException(1, 'x');

    expect(readFailure({ kind: 'protocol', exception }, call, notFound)).toBe(exception);
  });

  it('says of a masked failure what may be told', () => {
    expect(failed({ kind: 'masked', text: 'Error (reference 1)' })).toEqual({
      code: -32603,
      message: 'Error (reference 1)',
    });
  });

  it('takes 404 for not found', () => {
    expect(failed(told(404))).toEqual({ code: -32602, message: 'not there' });
  });

  it.each([400, 422])('takes %i for bad params', (status) => {
    expect(failed(told(status))).toEqual({ code: -32602, message: 'because' });
  });

  it.each([401, 403])('takes %i for a refusal', (status) => {
    expect(failed(told(status))).toMatchObject({ code: -32090, data: { detail: 'because' } });
  });

  it.each([402, 405, 409, 410, 418, 429, undefined])('tells the reason of %s', (status) => {
    expect(failed(told(status))).toEqual({ code: -32603, message: 'because' });
  });
});
