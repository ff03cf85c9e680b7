import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const ROUNDS = 300;

describe('standard output of a stdio server', () => {
  let server: StdioProcess;

  beforeAll(async () => {
    server = await StdioProcess.start('test/apps/stdio/main.js');
    await server.initialize();
    server.callTool('thread', 'delegate');
    await server.answer('thread');
    for (let round = 0; round < ROUNDS; round++) {
      server.callTool(round, round % 10 === 0 ? 'recite' : 'chatter');
    }
    await server.answer(ROUNDS - 1);
    server.end();
    await server.exited;
  });

  it('carries JSON-RPC and nothing else, whatever the application prints, and however much', () => {
    expect(server.output).not.toContain('noise');
    expect(server.messages.map(({ id }) => id).sort()).toEqual(
      ['hello', 'thread', ...Array.from({ length: ROUNDS }, (_, round) => round)].sort(),
    );
  });

  it('ends with a complete line', () => {
    expect(server.output).toMatch(/}\n$/);
  });

  it.each([
    'noise: an import',
    'a logger before there is an application',
    'noise: a constructor',
    'noise: console.log',
    'noise: console.info',
    'noise: console.debug',
    'console.table',
    'console.dir',
    'noise: console.group',
    'noise: a console of its own',
    'noise: process.stdout',
    'noise: an imported stdout',
    'noise: a descriptor',
    'a logger',
    'a logger that writes JSON',
    'noise: a thread',
    'noise: at the end',
    'Starting Nest application',
    ': stdio; revisions 2024-11-05 to 2026-07-28; ',
    '(id "back"): no transport (another server has standard input and output); ',
  ])('leaves “%s” to standard error', (noise) => {
    expect(server.errors).toContain(noise);
  });
});
