import type { TestingModule } from '@nestjs/testing';
import { Injectable } from '@nestjs/common';
import * as fc from 'fast-check';
import { McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

@Injectable()
class Counter {
  calls = 0;

  @McpTool()
  count(): number {
    return ++this.calls;
  }
}

class Message {
  readonly jsonrpc = '2.0';
  readonly id = 1;
  readonly method = 'tools/list';
}

describe.each(ALL_REVISIONS)('the envelope of a message in %s', (version) => {
  const hasBatches = version === '2025-03-26';
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Counter] });
  });
  beforeEach(async () => {
    wire = await MemoryWire.open(app, version);
  });
  afterEach(() => wire.close());
  afterAll(() => app.close());

  async function sent(message: unknown) {
    await wire.send(message);
    return wire.received;
  }

  it.each([0, '', -1, '1', 1, 'ü', Number.MAX_SAFE_INTEGER])('echoes the id %j', async (id) => {
    const [answer] = await wire.ask(id, 'tools/list');

    expect(answer).toMatchObject({ jsonrpc: '2.0', id, result: { tools: [{ name: 'count' }] } });
  });

  it.each([
    ['params that are a list', { id: 1, method: 'tools/list', params: [] }, -32602],
    ['params that are a number, of an unknown method', { id: 1, method: 'no', params: 3 }, -32602],
    ['params that are a list, of no method', { id: 1, method: 7, params: [] }, -32602],
    ['a method that is no string', { id: 1, method: 7 }, -32600],
    ['an id alone', { id: 1 }, -32600],
    ['another JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, -32600],
  ])('answers %s under its id', async (_what, message, code) => {
    expect(await sent(message)).toMatchObject([{ jsonrpc: '2.0', id: 1, error: { code } }]);
  });

  it.each([
    ['an id of null', { id: null, method: 'tools/list' }],
    ['an id that is a fraction', { id: 1.5, method: 'tools/list' }],
    ['an id past the safe integers', { id: 2 ** 53, method: 'tools/list' }],
    ['an empty list', []],
    ['a string', 'tools/list'],
    ['a number', 7],
    ['null', null],
    ['an instance of a class', new Message()],
  ])('refuses %s without an id', async (_what, message) => {
    expect(await sent(message)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it('writes nothing beside version, id and error when it refuses', async () => {
    const [answer] = await sent([]);

    expect(Object.keys(answer ?? {}).toSorted()).toEqual(['error', 'id', 'jsonrpc']);
  });

  it.each([
    ['an empty object', {}],
    ['an answer to nothing', { jsonrpc: '2.0', id: 'stray', result: {} }],
    ['an error to nothing', { jsonrpc: '2.0', id: 'stray', error: { code: 1, message: '' } }],
    ['an answer with both', { jsonrpc: '2.0', id: 'stray', result: {}, error: { code: 1 } }],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/nope' }],
    ['a notification with bad params', { jsonrpc: '2.0', method: 'notifications/x', params: [] }],
    ['a notification of no method', { jsonrpc: '2.0', method: 7 }],
  ])('says nothing to %s', async (_what, message) => {
    expect(await sent(message)).toEqual([]);
  });

  it('takes a call without an id for a notification: nothing runs', async () => {
    const before = app.get(Counter).calls;

    await sent({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'count' } });
    await sent({ jsonrpc: '2.0', method: 'tools/call' });

    expect(wire.received).toEqual([]);
    expect(app.get(Counter).calls).toBe(before);
  });

  it('takes a list for a batch, or refuses it as a whole', async () => {
    const [answer] = await sent([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);

    expect(answer).toMatchObject(hasBatches ? { id: 1 } : { id: null, error: { code: -32600 } });
  });

  it('answers at most once whatever comes, and serves afterwards', async () => {
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null)),
        method: fc.oneof(fc.constantFrom('tools/list', 'ping', 'tools/call', 7), fc.string()),
        params: fc.jsonValue(),
        result: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, fc.jsonValue()), async (value) => {
        const before = wire.received.length;
        await wire.send(value);

        const messages = hasBatches && Array.isArray(value) ? Math.max(1, value.length) : 1;
        expect(wire.received.length - before).toBeLessThanOrEqual(messages);
      }),
      { numRuns: 50 },
    );

    expect(await wire.ask('after', 'tools/list')).toMatchObject([{ id: 'after', result: {} }]);
  });
});
