import { decodeBatch } from './decode-batch.js';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const kindsOf = (values: readonly unknown[], maxBatch = 10) => {
  const batch = decodeBatch(values, { maxBatch });
  return batch.kind === 'batch' ? batch.messages.map(({ kind }) => kind) : batch.error;
};

describe('decodeBatch', () => {
  it('sorts each message by itself', () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled' };
    const response = { jsonrpc: '2.0', id: 'a', result: {} };

    expect(kindsOf([ping(1), notification, response, 7, ping(null)])).toEqual([
      'request',
      'notification',
      'response',
      'invalid',
      'invalid',
    ]);
  });

  it('refuses an array in an array', () => {
    expect(kindsOf([[ping(1)]])).toEqual(['invalid']);
  });

  it('refuses an empty batch as a whole', () => {
    expect(kindsOf([])).toEqual({ code: -32600, message: 'A batch must not be empty' });
  });

  it('takes as many messages as allowed', () => {
    expect(kindsOf([ping(1), ping(2)], 2)).toEqual(['request', 'request']);
  });

  it('refuses one message more, naming the limit', () => {
    expect(kindsOf([ping(1), ping(2), ping(3)], 2)).toMatchObject({
      code: -32600,
      message: expect.stringContaining('limits.maxBatch') as string,
    });
  });

  it('refuses the handshake among others, under its own id', () => {
    const batch = decodeBatch([{ ...ping('h'), method: 'initialize' }, ping(2)], { maxBatch: 10 });

    expect(batch).toMatchObject({
      messages: [{ kind: 'invalid', id: 'h', error: { code: -32600 } }, { kind: 'request' }],
    });
  });
});
