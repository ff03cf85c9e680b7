import { decodeMessage } from './decode-message.js';
import { ErrorCode } from './error-codes.js';

class Message {
  readonly id = 1;
  readonly method = 'ping';
}

describe('decodeMessage', () => {
  describe('sorts', () => {
    it('a request, with absent params as an empty object', () => {
      expect(decodeMessage({ jsonrpc: '2.0', id: 1, method: 'ping' })).toEqual({
        kind: 'request',
        request: { jsonrpc: '2.0', id: 1, method: 'ping', params: {} },
      });
    });

    it('a request whose params are null as one without params', () => {
      expect(decodeMessage({ id: 1, method: 'ping', params: null })).toMatchObject({
        kind: 'request',
        request: { params: {} },
      });
    });

    it('a request that carries a result as a request', () => {
      expect(decodeMessage({ id: 1, method: 'ping', result: {} }).kind).toBe('request');
    });

    it('a notification, with absent params as an empty object', () => {
      expect(decodeMessage({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({
        kind: 'notification',
        notification: { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
      });
    });

    it('a request method without an id as a notification', () => {
      expect(decodeMessage({ method: 'tools/call', params: { name: 'a' } }).kind).toBe(
        'notification',
      );
    });

    it('an answer with a result', () => {
      expect(decodeMessage({ jsonrpc: '2.0', id: 'stray', result: {} })).toEqual({
        kind: 'response',
        id: 'stray',
        result: {},
        error: undefined,
      });
    });

    it('an answer with an error', () => {
      expect(decodeMessage({ id: 'stray', error: { code: 1 } })).toMatchObject({
        kind: 'response',
        error: { code: 1 },
      });
    });

    it('an answer with both as one answer', () => {
      expect(decodeMessage({ id: 7, result: {}, error: { code: 1 } }).kind).toBe('response');
    });

    it('an object without a prototype like any other', () => {
      const message = Object.assign(Object.create(null) as object, { id: 1, method: 'ping' });

      expect(decodeMessage(message).kind).toBe('request');
    });
  });

  describe('keeps the id', () => {
    it.each([0, '', -1, '1', 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 'ü'])(
      '%j as it is',
      (id) => {
        expect(decodeMessage({ id, method: 'ping' })).toMatchObject({
          kind: 'request',
          request: { id },
        });
      },
    );
  });

  describe('refuses as no request of the protocol', () => {
    it.each([
      ['an id of null', { id: null, method: 'ping' }, null],
      ['a fraction as id', { id: 1.5, method: 'ping' }, null],
      ['an unsafe integer as id', { id: 2 ** 53, method: 'ping' }, null],
      ['a boolean as id', { id: true, method: 'ping' }, null],
      ['an object as id', { id: {}, method: 'ping' }, null],
      ['a number as method', { id: 1, method: 7 }, 1],
      ['null as method', { id: 1, method: null }, 1],
      ['an id alone', { id: 1 }, 1],
      ['an id of null alone', { id: null }, null],
      ['another version of JSON-RPC', { jsonrpc: '1.0', id: 'a', method: 'ping' }, 'a'],
      ['null as version of JSON-RPC', { jsonrpc: null, id: 0, method: 'ping' }, 0],
      ['an array', [{ id: 1, method: 'ping' }], null],
      ['an empty array', [], null],
      ['a string', 'ping', null],
      ['a number', 1, null],
      ['null', null, null],
      ['undefined', undefined, null],
      ['an instance of a class', new Message(), null],
      ['a map', new Map([['method', 'ping']]), null],
    ])('%s', (_what, value, id) => {
      expect(decodeMessage(value)).toMatchObject({
        kind: 'invalid',
        id,
        error: { code: ErrorCode.InvalidRequest },
      });
    });
  });

  describe('refuses as bad params, whatever the method is', () => {
    it.each([
      ['an array', { id: 1, method: 'ping', params: [] }],
      ['a number', { id: 1, method: 'nope', params: 3 }],
      ['a string', { id: 1, method: 'ping', params: '{}' }],
      ['false', { id: 1, method: 'ping', params: false }],
      ['an array beside a method that is none', { id: 1, method: 7, params: [] }],
    ])('%s', (_what, value) => {
      expect(decodeMessage(value)).toMatchObject({
        kind: 'invalid',
        id: 1,
        error: { code: ErrorCode.InvalidParams },
      });
    });
  });

  describe('ignores what may not be answered', () => {
    it.each([
      ['an empty object', {}],
      ['a notification whose method is no string', { method: 7 }],
      ['a notification whose params are an array', { method: 'x', params: [] }],
      ['a notification of another version of JSON-RPC', { jsonrpc: '1.0', method: 'x' }],
      ['a version alone', { jsonrpc: '1.0' }],
      ['an answer of another version of JSON-RPC', { jsonrpc: '1.0', id: 1, result: {} }],
      ['an answer without an id', { result: {} }],
      ['an answer whose id is null', { id: null, error: { code: -32700, message: '' } }],
      ['an answer whose id is a fraction', { id: 0.5, result: {} }],
    ])('%s', (_what, value) => {
      expect(decodeMessage(value)).toEqual({ kind: 'ignored' });
    });
  });
});
