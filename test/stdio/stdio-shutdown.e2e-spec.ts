import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const main = 'test/apps/stdio/main.js';
const CLEAN = { code: 0, signal: null };

describe('the end of a stdio server', () => {
  let server: StdioProcess;

  const start = async (env: NodeJS.ProcessEnv = {}): Promise<void> => {
    server = await StdioProcess.start(main, env);
    await server.initialize();
  };
  /** What the application was told, in order. */
  const hooks = () => server.errors.match(/(?<=hook: ).*/g);

  afterEach(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });

  describe.each([
    { cause: 'the end of the input', signal: undefined, exit: CLEAN },
    { cause: 'SIGTERM', signal: 'SIGTERM', exit: { code: null, signal: 'SIGTERM' } },
    { cause: 'SIGINT', signal: 'SIGINT', exit: { code: null, signal: 'SIGINT' } },
  ] as const)('by $cause', ({ signal, exit }) => {
    it('runs every hook once and gives its last answers to a slow reader', async () => {
      // More than pipes hold, and less than what keeps the server from reading.
      const wanted = [0, 1, 2, 3];
      await start();
      server.pause();
      for (const id of wanted) server.callTool(id, 'recite');
      server.callTool('staying', 'stay');
      await server.hears('staying');
      server.send({ method: 'notifications/cancelled', params: { requestId: 'staying' } });
      await server.hears('leaving');

      if (signal === undefined) server.end();
      else server.kill(signal);
      await server.hears('beforeApplicationShutdown');
      server.resume();

      expect(await server.exited).toEqual(exit);
      expect(server.messages.map(({ id }) => id)).toEqual(['hello', ...wanted]);
      expect(hooks()).toEqual([
        'onModuleDestroy',
        `beforeApplicationShutdown ${signal}`,
        `onApplicationShutdown ${signal}`,
      ]);
    });
  });

  it('answers what it received, even a last line without a line break', async () => {
    server = await StdioProcess.start(main);

    server.write(
      '{"jsonrpc":"2.0","id":0,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"method":"ping"}',
    );
    server.end();

    expect(await server.exited).toEqual(CLEAN);
    expect(server.messages).toEqual([
      { jsonrpc: '2.0', id: 0, result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  it('waits for the call that is running, before the application closes what it works with', async () => {
    await start();
    server.callTool('last', 'borrow_last');
    await server.hears('waiting for the end');

    server.end();

    expect(await server.exited).toEqual(CLEAN);
    expect(server.messages.at(-1)).toMatchObject({
      id: 'last',
      result: { content: [{ text: 'borrowed' }] },
    });
  });

  it('does not wait for ever: the call is aborted and not answered', async () => {
    await start({ SHUTDOWN_GRACE_MS: '50' });
    server.callTool('forever', 'stay');
    await server.hears('staying');

    server.end();

    expect(await server.exited).toEqual(CLEAN);
    expect(server.errors).toContain('leaving: McpCancelledError');
    expect(server.messages.map(({ id }) => id)).toEqual(['hello']);
  });

  it('does not wait for ever for a client that stops reading and stays', async () => {
    await start({ SHUTDOWN_GRACE_MS: '50' });
    server.pause();
    for (const id of [0, 1, 2, 3]) server.callTool(id, 'recite');
    server.end();

    await server.hears('bytes of its answers');
    await server.hears('onApplicationShutdown');
    server.resume();

    expect(await server.exited).toEqual(CLEAN);
  });

  it('comes with SIGTERM, although a call is running', async () => {
    await start({ SHUTDOWN_GRACE_MS: '1' });
    server.callTool('forever', 'stay');
    await server.hears('staying');

    server.kill('SIGTERM');

    expect(await server.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(server.errors).toContain('leaving: McpCancelledError');
  });

  it('runs every hook once when a client that ended the input loses its patience', async () => {
    await start({ SHUTDOWN_GRACE_MS: '300' });
    server.callTool('forever', 'stay');
    await server.hears('staying');

    server.end();
    server.kill('SIGTERM');

    await server.exited;
    expect(hooks()?.map((line) => line.split(' ')[0])).toEqual([
      'onModuleDestroy',
      'beforeApplicationShutdown',
      'onApplicationShutdown',
    ]);
  });

  it('is orderly when the client stops reading, although the input goes on', async () => {
    await start();
    server.hangUp();

    server.send({ id: 'unheard', method: 'ping' });

    expect(await server.exited).toEqual(CLEAN);
  });

  it('comes when the application closes itself', async () => {
    server = await StdioProcess.start('test/apps/stdio/main-that-stops-itself.js');
    await server.initialize();

    server.kill('SIGUSR1');

    expect(await server.exited).toEqual(CLEAN);
    expect(server.errors).toContain('served');
    expect(hooks()).toHaveLength(3);
  });

  it('comes at once, with an error and nothing on standard output, where it cannot start', async () => {
    server = await StdioProcess.start('test/apps/stdio/main-without-module.js');

    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.errors).toContain('cannot tell the root module');
    expect(server.output).toBe('');
  });
});
