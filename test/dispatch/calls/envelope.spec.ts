import type { RuntimeTool } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';

let bench: DispatcherBench;
let tool: CountedTool;

beforeEach(async () => {
  tool = new CountedTool('count');
  bench = await createBench({ tools: [tool] });
});

const send = (message: unknown) => bench.dispatcher.handleMessage(message);

describe('the envelope of a request', () => {
  it.each([
    ['absent params are empty', { id: 1, method: 'ping' }],
    ['null params are empty', { id: 1, method: 'ping', params: null }],
  ])('%s', async (_what, message) => {
    expect(await send(message)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it.each([
    ['an array as params', { id: 1, method: 'ping', params: [] }, -32602],
    ['a number as params, ahead of the method', { id: 1, method: 'nope', params: 3 }, -32602],
    ['params, ahead of a method that is no string', { id: 1, method: 7, params: [] }, -32602],
    ['a method that is no string', { id: 1, method: 7 }, -32600],
    ['an id without a method', { id: 1 }, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    ['a method that does not exist', { id: 1, method: 'nope' }, -32601],
  ])('refuses %s', async (_what, message, code) => {
    expect(await send(message)).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
  });

  it('names the method that does not exist', async () => {
    expect(await send({ id: 1, method: 'nope' })).toMatchObject({
      error: { message: 'Unknown method: nope' },
    });
  });

  it.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
    ['a string', 'ping'],
    ['a number', 5],
    ['null', null],
    ['undefined', undefined],
    ['an object of a class', new (class Message {})()],
  ])('refuses %s, without an id to answer', async (_what, message) => {
    expect(await send(message)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it.each([
    ['a function', { callback: () => undefined }],
    ['a symbol', { mark: Symbol('mark') }],
  ])('refuses params that hold %s', async (_what, params) => {
    expect(await send({ id: 1, method: 'ping', params })).toMatchObject({
      id: 1,
      error: { code: -32602 },
    });
  });
});

describe('the id of a request', () => {
  it.each([0, '', -1, 'text', Number.MAX_SAFE_INTEGER, '1'])(
    '%j is answered as it is',
    async (id) => {
      expect(await send({ id, method: 'ping' })).toEqual({ jsonrpc: '2.0', id, result: {} });
    },
  );

  it.each([
    ['null', null],
    ['a fraction', 1.5],
    ['an integer no double can hold', 2 ** 53],
    ['an object', {}],
    ['a boolean', true],
  ])('is refused when it is %s', async (_what, id) => {
    expect(await send({ id, method: 'ping' })).toMatchObject({
      id: null,
      error: { code: -32600 },
    });
  });
});

describe('what needs no answer gets none', () => {
  it.each([
    ['an unknown notification', { method: 'notifications/whatever' }],
    ['a notification whose method is no string', { method: 7 }],
    ['a notification whose params are an array', { method: 'x', params: [] }],
    ['notifications/initialized', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an empty object', {}],
    ['a result nobody waits for', { id: 'stray', result: {} }],
    ['an error nobody waits for', { id: 'stray', error: { code: 1 } }],
    ['a result without a readable id', { id: null, result: {} }],
  ])('%s', async (_what, message) => {
    expect(await send(message)).toBeNull();
  });
});

describe('a tool call', () => {
  it.each([
    ['without an id', { method: 'tools/call', params: { name: 'count' } }],
    ['with neither id nor params', { method: 'tools/call' }],
  ])('%s runs nothing, and the server goes on', async (_what, message) => {
    expect(await send(message)).toBeNull();
    expect(tool.runs).toBe(0);
    expect(await send({ id: 1, method: 'ping' })).toMatchObject({ result: {} });
  });

  it('without params is refused', async () => {
    expect(await send({ id: 1, method: 'tools/call' })).toMatchObject({
      error: { code: -32602, message: 'tools/call requires params' },
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'of the name %s finds no tool and changes nothing',
    async (name) => {
      const params = JSON.parse(`{"name":"${name}","arguments":{"__proto__":{"polluted":1}}}`);

      expect(await send({ id: 1, method: 'tools/call', params })).toMatchObject({
        error: { code: -32601, message: `Tool not found: ${name}` },
      });
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  it('gets the arguments as they were when it was sent', async () => {
    const seen: unknown[] = [];
    const keep: RuntimeTool = {
      name: 'keep',
      input: { type: 'object', properties: { list: { type: 'array' } } },
      handler: (args: unknown) => void seen.push(args),
    };
    await bench.register([keep]);
    const list = [1];
    const answer = send({
      id: 1,
      method: 'tools/call',
      params: { name: 'keep', arguments: { list } },
    });
    list.push(2);
    await answer;

    expect(seen).toEqual([{ list: [1] }]);
  });
});
