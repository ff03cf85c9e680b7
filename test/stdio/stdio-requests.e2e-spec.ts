import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';
import { ENVELOPE } from '../support/wire-messages.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

describe('requests to a stdio server', () => {
  let server: StdioProcess;

  beforeAll(async () => {
    server = await StdioProcess.start('test/apps/stdio/main.js');
    await server.initialize();
  });

  afterAll(async () => {
    server.end();
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('overlap: one that waits does not hold up the next', async () => {
    server.callTool(1, 'meet');
    server.callTool(2, 'meet');

    expect((await server.answer(1)).result).toMatchObject({ content: [{ text: 'first' }] });
    expect((await server.answer(2)).result).toMatchObject({ content: [{ text: 'second' }] });
  });

  it('are not answered once they are cancelled', async () => {
    server.callTool('mine', 'stay');
    await server.hears('staying');

    server.send({
      method: 'notifications/cancelled',
      params: { requestId: 'mine', reason: 'bored' },
    });
    await server.hears('leaving: McpCancelledError');
    server.send({ id: 'after', method: 'ping' });
    await server.answer('after');

    expect(server.messages.map(({ id }) => id)).not.toContain('mine');
  });

  it('survive lines that are not JSON or longer than allowed', async () => {
    server.write('hello\n');
    server.send({ id: 'long', method: 'ping', params: { padding: 'x'.repeat(5000) } });
    server.send({ id: 'next', method: 'ping' });
    await server.answer('next');

    expect(server.messages.slice(-3)).toMatchObject([
      { id: null, error: { code: -32700, message: 'the line is not JSON' } },
      { id: null, error: { code: -32700, message: 'the line is longer than 4096 bytes' } },
      { id: 'next', result: {} },
    ]);
  });

  it('are served in both eras', async () => {
    server.send({ id: 'old', method: 'tools/list' });
    server.send({ id: 'new', method: 'tools/list', params: { _meta: ENVELOPE } });

    expect((await server.answer('old')).result).not.toHaveProperty('resultType');
    expect((await server.answer('new')).result).toMatchObject({ resultType: 'complete' });
  });

  it('may log faster than the client reads', async () => {
    server.callTool('loud', 'shout');
    await server.answer('loud');

    const logs = server.messages.filter(({ method }) => method === 'notifications/message');
    expect(logs).toHaveLength(20);
    expect(server.errors).not.toContain('Warning');
  });

  it('may have answers larger than a pipe, for a client that reads late', async () => {
    const wanted = Array.from({ length: 16 }, (_, i) => `late ${i}`);
    server.pause();
    for (const id of wanted) server.callTool(id, 'recite');

    // More than the server holds: it does not read this before the client reads.
    for (let i = 0; i < 1_000; i++) server.send({ id: `ping ${i}`, method: 'ping' });
    server.resume();
    await server.answer('ping 999');

    const late = server.messages.filter(({ id }) => wanted.includes(String(id)));
    expect(late.map(({ result }: any) => result.content[0].text.length)).toEqual(
      wanted.map(() => 200_004),
    );
  });
});
