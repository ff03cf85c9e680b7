import fc from 'fast-check';
import { readAccepted } from './accepted-types.js';

const BOTH = { json: true, stream: true };
const JSON_ONLY = { json: true, stream: false };
const STREAM_ONLY = { json: false, stream: true };

describe('the Accept header', () => {
  it.each([
    [undefined, BOTH],
    ['', BOTH],
    ['*/*', BOTH],
    ['application/json, text/event-stream', BOTH],
    ['text/html, */*;q=0.1', BOTH],
    ['application/*, text/*', BOTH],
    ['APPLICATION/JSON', JSON_ONLY],
    ['application/json;charset=utf-8', JSON_ONLY],
    ['application/json, text/event-stream; q=0', JSON_ONLY],
    ['application/json, text/event-stream; q=0.000', JSON_ONLY],
    ['application/*', JSON_ONLY],
    ['*/*, text/event-stream;q=0', JSON_ONLY],
    ['application/json, text/*;q=0, text/event-stream;q=0.1', BOTH],
    ['text/event-stream', STREAM_ONLY],
    ['text/*;q=0.2', STREAM_ONLY],
    ['application/*;q=0, */*', STREAM_ONLY],
    ['*/*;q=0', undefined],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/jsonp', undefined],
    [',;,', undefined],
  ])('%j allows %j', (header, expected) => {
    expect(readAccepted(header)).toEqual(expected);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void readAccepted(header)));
  });
});
