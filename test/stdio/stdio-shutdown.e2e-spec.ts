import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const main = 'test/apps/stdio/main.js';

describe('the end of a stdio server', () => {
  let server: StdioProcess;

  const start = async (env: NodeJS.ProcessEnv = {}): Promise<void> => {
    server = await StdioProcess.start(main, env);
    await server.initialize();
  };

  afterEach(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });

  it('comes when the input ends, with exit code 0', async () => {
    await start();

    server.end();

    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('waits for the call that is running', async () => {
    await start();
    server.callTool('last', 'leave_last');
    await server.hears('waiting for the end');

    server.end();

    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.messages.at(-1)).toMatchObject({
      id: 'last',
      result: { content: [{ text: 'lights off' }] },
    });
  });

  it('serves the last line, even without a line break', async () => {
    await start();

    server.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    server.end();

    await server.exited;
    expect(server.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 'last', result: {} });
  });

  it('does not wait for ever: the call is aborted and not answered', async () => {
    await start({ SHUTDOWN_GRACE_MS: '50' });
    server.callTool('forever', 'stay');
    await server.hears('staying');

    server.end();

    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.errors).toContain('leaving: McpCancelledError');
    expect(server.messages.map(({ id }) => id)).toEqual(['hello']);
  });

  it('comes with SIGTERM, although a call is running', async () => {
    await start({ SHUTDOWN_GRACE_MS: '1' });
    server.callTool('forever', 'stay');
    await server.hears('staying');

    server.kill('SIGTERM');

    expect(await server.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(server.errors).toContain('leaving: McpCancelledError');
  });

  it('is orderly when the client stops reading before it stops writing', async () => {
    await start();
    server.hangUp();

    server.send({ id: 'unheard', method: 'ping' });
    server.end();

    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('comes at once, with an error and nothing on standard output, where it cannot start', async () => {
    server = await StdioProcess.start('test/apps/stdio/main-without-module.js');

    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.errors).toContain('cannot tell the root module');
    expect(server.output).toBe('');
  });
});
