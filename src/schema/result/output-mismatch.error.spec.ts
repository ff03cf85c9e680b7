import { OutputMismatchError } from './output-mismatch.error.js';

describe('OutputMismatchError', () => {
  it('lists every issue, and calls the whole value the result', () => {
    const error = new OutputMismatchError([
      { path: 'items.0.sku', message: 'must be a string' },
      { path: '', message: 'must be an object' },
    ]);

    expect(error.message).toBe('items.0.sku: must be a string; result: must be an object');
  });
});
