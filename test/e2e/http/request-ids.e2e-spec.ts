import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { initialize, legacyRequest } from '../../support/wire-messages.js';

describe.each(PLATFORMS)('an error on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it.each([
    ['an array', [initialize()], -32600],
    ['an empty array', [], -32600],
    ['a string', '"hello"', -32600],
    ['a null id', { ...initialize(), id: null }, -32600],
    ['a fractional id', { ...initialize(), id: 1.5 }, -32600],
    [
      'an id past the safe integers',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
      -32600,
    ],
    ['no JSON', '{', -32700],
  ])('has no id when the client sent %s', async (_, sent, code) => {
    expect(outcome(await client.post(sent))).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', error: { code, message: expect.any(String) } },
    });
  });

  it.each([
    ['no method', { jsonrpc: '2.0', id: 'a' }, -32600],
    ['a method that is no string', { jsonrpc: '2.0', id: 'a', method: 5 }, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 'a', method: 'ping' }, -32600],
    ['an array of params', { jsonrpc: '2.0', id: 'a', method: 'ping', params: [] }, -32602],
  ])('has the id of a request with %s', async (_, sent, code) => {
    expect(outcome(await client.post(sent))).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', id: 'a', error: { code, message: expect.any(String) } },
    });
  });

  it.each([
    ['1.0', 1],
    ['1e3', 1000],
    ['-0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['"\\u00e9\\ud83d\\udc18"', 'é🐘'],
    [JSON.stringify('é'.repeat(300)), 'é'.repeat(300)],
  ])('echoes the id %s as the value that JSON means', async (written, id) => {
    const answer = await client.post(`{"jsonrpc":"2.0","id":${written},"method":"tools/list"}`);

    expect(outcome(answer).body.id).toBe(id);
  });

  it.each([0, '', '1', -5])('echoes the id %p as it was sent', async (id) => {
    expect(outcome(await client.post(legacyRequest('tools/list', {}, id))).body.id).toBe(id);
  });
});
