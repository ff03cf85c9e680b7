import { jest } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { McpException } from '../../protocol/mcp.exception.js';
import { McpToolException } from '../../protocol/mcp-tool.exception.js';
import { FilterReply } from '../../registry/handlers/filter-reply.js';
import { describeFailure } from './failure.js';

const REFERENCE = /\(reference ([0-9a-f-]{36})\)/;

describe('describeFailure', () => {
  const error = jest.fn<(message: string) => void>();
  const logger = { error } as unknown as Logger;
  const describeThis = (thrown: unknown) => describeFailure(thrown, 'Shop.buy', logger);

  beforeEach(() => error.mockClear());

  it('hands on the exception of the protocol', () => {
    const exception = new McpException(1, 'x');

    expect(describeThis(exception)).toEqual({ kind: 'protocol', exception });
  });

  it('tells the message of a tool exception', () => {
    expect(describeThis(new McpToolException('sold out'))).toEqual({
      kind: 'told',
      text: 'sold out',
      status: undefined,
    });
  });

  it.each([
    ['a message', new NotFoundException('no order 7'), 404, 'no order 7'],
    ['the default message', new NotFoundException(), 404, 'Not Found'],
    ['several messages', new BadRequestException(['a is bad', 'b too']), 400, 'a is bad\nb too'],
    ['a string response', new HttpException('teapot', 418), 418, 'teapot'],
    ['an object response', new HttpException({ message: 'gone', code: 7 }, 410), 410, 'gone'],
    ['a response without a message', new HttpException({ a: 1 }, 409), 409, 'Http Exception'],
    ['a refusal', new ForbiddenException('not yours'), 403, 'not yours'],
  ])('tells %s of an HTTP exception below 500', (_what, thrown, status, text) => {
    expect(describeThis(thrown)).toEqual({ kind: 'told', text, status });
  });

  it('knows an HTTP exception of another copy of Nest', () => {
    const foreign = Object.assign(new Error('x'), {
      getStatus: () => 404,
      getResponse: () => 'no order 7',
    });

    expect(describeThis(foreign)).toEqual({ kind: 'told', text: 'no order 7', status: 404 });
  });

  it('tells what an exception filter said', () => {
    expect(describeThis(new FilterReply('said so', new Error('secret')))).toEqual({
      kind: 'told',
      text: 'said so',
      status: undefined,
    });
  });

  it.each([
    ['an error', new TypeError('secret'), 'TypeError'],
    ['an error of the database', new (class QueryFailed extends Error {})('secret'), 'QueryFailed'],
    ['a server error', new InternalServerErrorException('secret'), 'InternalServerErrorException'],
    ['an outage', new ServiceUnavailableException('secret'), 'ServiceUnavailableException'],
    ['data that JSON cannot say', new McpException(1, 'secret', { n: 1n }), 'McpException'],
    ['a string', 'secret', 'string'],
    ['an object', { password: 'secret' }, 'object'],
    ['an object without a prototype', Object.assign(Object.create(null), { secret: 1 }), 'object'],
    [
      'what a silent filter was given',
      new FilterReply(undefined, new RangeError('secret')),
      'RangeError',
    ],
    [
      'something whose status is no number',
      Object.assign(new Error('secret'), { getStatus: () => 'x', getResponse: () => 'secret' }),
      'Error',
    ],
  ])('masks %s, and logs it under the reference that is told', (_what, thrown, name) => {
    const failure = describeThis(thrown) as { kind: string; text: string };
    const reference = REFERENCE.exec(failure.text)?.[1] ?? 'none';

    expect(failure).toEqual({ kind: 'masked', text: `${name} (reference ${reference})` });
    expect(error).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('secret'));
    expect(error).toHaveBeenCalledWith(expect.stringContaining(reference));
    expect(error).toHaveBeenCalledWith(expect.stringContaining('Shop.buy'));
  });

  it.each([undefined, null, 0, 1n, Symbol('x'), () => 1])('survives a thrown %p', (thrown) => {
    expect(describeThis(thrown).kind).toBe('masked');
  });

  it('logs the stack of an error', () => {
    describeThis(new Error('secret'));

    expect(error).toHaveBeenCalledWith(expect.stringContaining('failure.spec.ts'));
  });

  it('gives each failure a reference of its own', () => {
    const failures = [describeThis('a'), describeThis('a')];

    expect(failures[0]).not.toEqual(failures[1]);
  });

  it('does not log what the client is told', () => {
    describeThis(new McpToolException('x'));
    describeThis(new McpException(1, 'x'));
    describeThis(new NotFoundException());

    expect(error).not.toHaveBeenCalled();
  });
});
