import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

describe('the demo of the bookshop', () => {
  let demo: StdioProcess;
  let exit: Awaited<StdioProcess['exited']>;

  beforeAll(async () => {
    // As a stranger runs it: whatever environment that is, it counts as production.
    demo = await StdioProcess.start('examples/bookshop/src/demo.js', { NODE_ENV: undefined });
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
      '2025-11-25',
      '2026-07-28',
      '2025-11-25',
      '2026-07-28',
      '2025-11-25',
      '2026-07-28',
    ]);
  });

  it.each(['elicitation/create', 'input_required'])(
    'shows a person who is asked by %s and approves',
    (question) => {
      const approved = [
        `⇠ ${question} +Allow refund_order on BS-\\d+ \\(.+ EUR\\)\\?\n`,
        '⇢ the person +approves: \\{"action":"accept","content":\\{"approve":true\\}\\}\n',
        '← \\d+ ms +\\{"number":"BS-\\d+","status":"refunded"',
      ];
      expect(demo.output).toMatch(new RegExp(approved.join(' +')));
    },
  );

  it.each(['elicitation/create', 'input_required'])(
    'shows one tool that asks by %s, twice, and the model once, and reports progress',
    (question) => {
      const conversation = [
        '→ tools/call +choose_gift \\{\\}\n',
        '⇠ progress 1/3',
        `⇠ ${question} +Who gets the present`,
        '⇠ progress 2/3',
        `⇠ ${question} +Which of these for Aunt Vera`,
        '⇠ progress 3/3',
        '⇠ sampling ',
        '← \\d+ ms +\\{"isbn":"\\d+","title":".+',
      ];
      expect(demo.output).toMatch(new RegExp(conversation.join('[^→]*')));
    },
  );

  it.each(['initialize', 'server/discover'])(
    'shows a call that goes on as a task, and what that comes to, after %s',
    (opening) => {
      const report = [
        `→ ${opening}\n`,
        '← \\d+ ms +connected to bookshop .+\n',
        '→ tools/call +sales_report \\{"year":2026\\}\n',
        '⇠ a task +working opening the books\n',
        '(⇠ tasks/get +working .+\n +)*⇠ tasks/get +completed .*\n',
        '← \\d+ ms +structured \\{"year":2026,',
      ];
      expect(demo.output).toMatch(new RegExp(report.join(' +')));
    },
  );

  it('shows a person who declines', () => {
    expect(demo.output).toMatch(/⇢ the person +declines: \{"action":"decline"\}\n +← refused/);
  });

  it('shows all of what a client is told that cannot ask', () => {
    const refusal = /BS-100041".*\n +← refused, \d+ ms +(.*\n(?: {6,}.*\n)*)/;
    const [, rows = ''] = refusal.exec(demo.output) ?? [];

    expect(JSON.parse(rows.replace(/\n */g, ''))).toEqual({
      error: 'authorization_required',
      tool: 'refund_order',
      decision: 'ask',
      detail: expect.stringMatching(/^Allow refund_order on BS-100041 /),
    });
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
