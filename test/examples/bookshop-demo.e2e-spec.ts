import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

describe('the demo of the bookshop', () => {
  let demo: StdioProcess;
  let exit: Awaited<StdioProcess['exited']>;

  beforeAll(async () => {
    demo = await StdioProcess.start('examples/bookshop/src/demo.js');
    exit = await demo.exited;
  });

  it('ends by itself, content', () => {
    expect(exit).toEqual({ code: 0, signal: null });
    expect(demo.output).toMatch(/\n([1-9]\d*) of \1 answers as expected\n/);
  });

  it('complains about nothing', () => {
    expect(demo.errors).toBe('');
  });

  it('meets a client of each era over HTTP and over stdio', () => {
    const revisions = [...demo.output.matchAll(/connected to bookshop 1\.0\.0, revision (\S+)/g)];

    expect(revisions.map(([, revision]) => revision)).toEqual([
      '2025-11-25',
      '2026-07-28',
      '2025-11-25',
      '2026-07-28',
    ]);
  });

  it.each([
    'tools/list',
    'tools/call',
    'resources/read',
    'prompts/get',
    'completion/complete',
    'progress 3/3',
    'refused',
  ])('shows %s', (word) => {
    expect(demo.output).toContain(word);
  });
});
