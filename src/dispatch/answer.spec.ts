import { answerToMessage, encodeAnswer } from './answer.js';
import { PreparedResult } from './prepared-result.js';

const error = { code: -32600, message: 'no' };

describe('encodeAnswer', () => {
  it.each([0, '', 7, '7', 'a"b\u2028'])('writes the id %j with its type', (id) => {
    expect(JSON.parse(encodeAnswer({ id, result: {} }))).toEqual({
      jsonrpc: '2.0',
      id,
      result: {},
    });
  });

  it.each([0, '', 7, '7', 'a"b'])('writes the id %j around a prepared result', (id) => {
    expect(JSON.parse(encodeAnswer({ id, result: new PreparedResult('{"tools":[]}') }))).toEqual({
      jsonrpc: '2.0',
      id,
      result: { tools: [] },
    });
  });

  it('writes an id that could not be read as null', () => {
    expect(JSON.parse(encodeAnswer({ id: null, error }))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error,
    });
  });

  it('leaves an id that could not be read out where that is asked for', () => {
    expect(JSON.parse(encodeAnswer({ id: null, error }, true))).toEqual({ jsonrpc: '2.0', error });
  });

  it.each([0, ''])('never leaves out the id %j', (id) => {
    expect(JSON.parse(encodeAnswer({ id, error }, true))).toEqual({ jsonrpc: '2.0', id, error });
  });
});

describe('answerToMessage', () => {
  it('reads a prepared result', () => {
    expect(answerToMessage({ id: 0, result: new PreparedResult('{"tools":[]}') })).toEqual({
      jsonrpc: '2.0',
      id: 0,
      result: { tools: [] },
    });
  });

  it('keeps a result', () => {
    expect(answerToMessage({ id: '', result: { a: 1 } })).toEqual({
      jsonrpc: '2.0',
      id: '',
      result: { a: 1 },
    });
  });

  it('keeps an error', () => {
    expect(answerToMessage({ id: null, error })).toEqual({ jsonrpc: '2.0', id: null, error });
  });
});
