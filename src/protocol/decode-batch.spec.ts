import { decodeBatch } from './decode-batch.js';
import { MetaKey } from './meta-keys.js';
import { revision20250326 } from './revisions/revision-2025-03-26.js';
import { REVISIONS } from './revisions/revisions.js';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const kindsOf = (values: readonly unknown[], maxBatch = 10) => {
  const batch = decodeBatch(values, revision20250326, { maxBatch });
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
    const batch = decodeBatch([{ ...ping('h'), method: 'initialize' }, ping(2)], revision20250326, {
      maxBatch: 10,
    });

    expect(batch).toMatchObject({
      messages: [{ kind: 'invalid', id: 'h', error: { code: -32600 } }, { kind: 'request' }],
    });
  });

  it.each([undefined, ...REVISIONS.filter(({ version }) => version !== '2025-03-26')])(
    'refuses every batch as a whole in another revision and before the handshake',
    (revision) => {
      expect(decodeBatch([ping(1)], revision, { maxBatch: 10 })).toEqual({
        kind: 'invalid',
        error: { code: -32600, message: expect.stringContaining('2025-03-26') as string },
      });
    },
  );

  it.each([MetaKey.ProtocolVersion, MetaKey.ClientCapabilities])(
    'refuses as a whole what has a request with %s',
    (key) => {
      const modern = { ...ping(2), params: { _meta: { [key]: 'x' } } };

      expect(kindsOf([ping(1), modern])).toMatchObject({ code: -32600 });
    },
  );
});
