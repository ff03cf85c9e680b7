import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const main = 'test/apps/stdio/main.js';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('requests over stdio', () => {
  let server: StdioProcess;

  beforeEach(async () => {
    server = await StdioProcess.start(main);
  });

  afterEach(async () => {
    server.end();
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('overlap: one that waits does not hold up the next', async () => {
    await server.initialize();

    server.callTool(1, 'meet');
    server.callTool(2, 'meet');

    expect((await server.answer(1)).result).toMatchObject({ content: [{ text: 'first' }] });
    expect((await server.answer(2)).result).toMatchObject({ content: [{ text: 'second' }] });
  });

  it('are not answered once they are cancelled', async () => {
    await server.initialize();
    server.callTool('mine', 'stay');
    await server.hears('staying');

    server.send({
      method: 'notifications/cancelled',
      params: { requestId: 'mine', reason: 'bored' },
    });
    await server.hears('leaving: McpCancelledError');
    server.send({ id: 'after', method: 'ping' });
    await server.answer('after');
    server.end();
    await server.exited;

    expect(server.messages.map(({ id }) => id)).toEqual(['hello', 'after']);
  });

  it.each(['{"jsonrpc":', 'hello', '{"jsonrpc":"2.0","id":1,"method":"ping"}}', '\u0000'])(
    'survive a line that is not JSON before them: %j',
    async (garbage) => {
      server.write(`${garbage}\n`);
      server.send({ id: 'next', method: 'ping' });
      await server.answer('next');

      expect(server.messages).toEqual([
        { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } },
        { jsonrpc: '2.0', id: 'next', result: {} },
      ]);
    },
  );

  it('survive a line that is longer than allowed', async () => {
    server.send({ id: 'long', method: 'ping', params: { padding: 'x'.repeat(5000) } });
    server.send({ id: 'next', method: 'ping' });
    await server.answer('next');

    expect(server.messages).toMatchObject([
      { id: null, error: { code: -32700, message: 'the line is longer than 4096 bytes' } },
      { id: 'next', result: {} },
    ]);
  });

  it('may end with a carriage return, and empty lines between them mean nothing', async () => {
    server.write('\r\n\n{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n\r\n');
    server.send({ id: 2, method: 'ping' });
    await server.answer(2);

    expect(server.messages.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('may log faster than the client reads', async () => {
    await server.initialize();

    server.callTool('loud', 'shout');
    await server.answer('loud');

    expect(server.messages.filter(({ method }) => method === 'notifications/message').length).toBe(
      20,
    );
    expect(server.errors).not.toContain('Warning');
  });

  it('are served in both eras by one process', async () => {
    await server.initialize();
    server.send({ id: 'old', method: 'tools/list' });
    server.send({ id: 'new', method: 'tools/list', params: { _meta: envelope } });

    expect((await server.answer('old')).result).not.toHaveProperty('resultType');
    expect((await server.answer('new')).result).toMatchObject({ resultType: 'complete' });
  });

  it('need a handshake or an envelope', async () => {
    server.send({ id: 1, method: 'tools/list' });

    expect((await server.answer(1)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('initialize'),
    });
  });

  it('are refused while another of the same id is running', async () => {
    await server.initialize();
    server.callTool(7, 'meet');
    server.callTool(7, 'meet');
    const { error } = await server.answer(7);
    server.callTool(8, 'meet');
    await server.answer(8);

    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('7') });
    expect(server.messages.at(-2)).toMatchObject({
      id: 7,
      result: { content: [{ text: 'first' }] },
    });
  });
});
