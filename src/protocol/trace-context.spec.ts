import { readTraceContext } from './trace-context.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${PARENT}-01`;

describe('readTraceContext', () => {
  it('reads the three members', () => {
    const meta = { traceparent, tracestate: 'a=1,b=2', baggage: 'user=7' };

    expect(readTraceContext({ ...meta, progressToken: 1 })).toEqual(meta);
  });

  it('leaves out what is no text', () => {
    expect(readTraceContext({ traceparent, tracestate: 7, baggage: null })).toEqual({
      traceparent,
    });
  });

  it('takes a later version with more parts', () => {
    const later = `01-${TRACE}-${PARENT}-01-more`;

    expect(readTraceContext({ traceparent: later })).toEqual({ traceparent: later });
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['a number', 7],
    ['too few parts', `00-${TRACE}-${PARENT}`],
    ['too many parts for its version', `${traceparent}-more`],
    ['capital letters', traceparent.toUpperCase()],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`],
  ])('is nothing with %s', (_, value) => {
    expect(readTraceContext({ traceparent: value, tracestate: 'a=1' })).toBeUndefined();
  });
});
