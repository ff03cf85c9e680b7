import { jest } from '@jest/globals';
import { StdioProcess } from '../../support/stdio-process.js';
import { ENVELOPE } from '../../support/wire-messages.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const ID = 'io.modelcontextprotocol/subscriptionId';

describe('changes over stdio', () => {
  let server: StdioProcess;

  beforeEach(async () => {
    server = await StdioProcess.start('test/apps/changes/main.stdio.js');
  });
  afterEach(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });

  const listen = (id: string | number, notifications: object) =>
    server.send({
      id,
      method: 'subscriptions/listen',
      params: { _meta: ENVELOPE, notifications },
    });

  const call = async (id: string, name: string, args: object = {}) => {
    server.send({
      id,
      method: 'tools/call',
      params: { _meta: ENVELOPE, name, arguments: args },
    });
    return server.answer(id);
  };

  /** Everything that was said about one listen. */
  const about = (id: string | number) =>
    server.messages.filter((message) => {
      const { params = {}, result = {} } = message as Record<string, any>;
      const meta = params._meta ?? result._meta ?? {};
      return meta[ID] === id || params.requestId === id;
    });

  it('come by several listens at once, each with its id', async () => {
    listen(1, { toolsListChanged: true });
    listen('1', { resourceSubscriptions: ['shop://stock/978', 'shop://stock/979'] });
    await call('a', 'sell', { isbn: '978' });
    await call('b', 'change', { list: 'tools' });
    await call('c', 'change', { list: 'prompts' });

    expect(about(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true }, _meta: { [ID]: 1 } },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { [ID]: 1 } },
      },
    ]);
    expect(about('1')).toEqual([
      expect.objectContaining({ method: 'notifications/subscriptions/acknowledged' }),
      {
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: 'shop://stock/978', _meta: { [ID]: '1' } },
      },
    ]);
    expect(server.messages.filter(({ method }) => method !== undefined)).toHaveLength(4);
  });

  it('come no more after notifications/cancelled, and no answer comes either', async () => {
    listen('gone', { toolsListChanged: true });
    listen('stays', { toolsListChanged: true });
    await server.prints('"stays"');
    server.send({ method: 'notifications/cancelled', params: { requestId: 'gone' } });
    await call('a', 'change', { list: 'tools' });

    expect(about('gone').map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
    ]);
    expect(about('stays')).toHaveLength(2);
  });

  it('end with a result and then notifications/cancelled when the input ends', async () => {
    listen(0, { toolsListChanged: true });
    await call('a', 'change', { list: 'tools' });
    server.end();

    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(about(0).slice(2)).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        result: expect.objectContaining({
          resultType: 'complete',
          _meta: expect.objectContaining({ [ID]: 0 }),
        }),
      },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } },
    ]);
  });

  it('come to a client that shook hands, once it is initialised', async () => {
    server.send({
      id: 'hello',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {} },
    });
    await server.answer('hello');
    const uri = 'shop://stock/978';
    server.send({ id: 's', method: 'resources/subscribe', params: { uri } });
    expect(await server.answer('s')).toMatchObject({ result: {} });
    const change = { name: 'change', arguments: { list: 'prompts' } };
    server.send({ id: 'early', method: 'tools/call', params: change });
    await server.answer('early');
    expect(server.output).not.toContain('list_changed');

    server.send({ method: 'notifications/initialized' });
    const sell = { name: 'sell', arguments: { isbn: '978' } };
    server.send({ id: 'sell', method: 'tools/call', params: sell });
    await server.answer('sell');

    expect(server.messages.filter(({ method }) => method !== undefined)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed', params: {} },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } },
    ]);
  });

  it('are not told to a client that neither shook hands nor listens', async () => {
    await call('a', 'change', { list: 'tools' });
    await call('b', 'teach');

    expect(server.messages.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
