import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

describe('standard output of a stdio server', () => {
  let server: StdioProcess;

  beforeAll(async () => {
    server = await StdioProcess.start('test/apps/stdio/main.js');
    await server.initialize();
    server.callTool('chatter', 'chatter');
    await server.answer('chatter');
    server.end();
    await server.exited;
  });

  it('carries JSON-RPC and nothing else, whatever the application prints', () => {
    expect(server.messages).toEqual([
      {
        jsonrpc: '2.0',
        id: 'hello',
        result: expect.objectContaining({ serverInfo: expect.anything() }),
      },
      { jsonrpc: '2.0', id: 'chatter', result: { content: [{ type: 'text', text: 'quiet' }] } },
    ]);
  });

  it('ends with a complete line', () => {
    expect(server.output).toMatch(/}\n$/);
  });

  it.each([
    'noise: an import',
    'noise: a constructor',
    'noise: console.log',
    'console.table',
    'noise: process.stdout',
    'a logger',
    'Starting Nest application',
  ])('leaves “%s” to standard error', (noise) => {
    expect(server.errors).toContain(noise);
  });
});
