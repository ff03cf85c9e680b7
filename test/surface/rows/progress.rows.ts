import { randomUUID } from 'node:crypto';
import { callOf, textOf } from '../by-hand.js';
import type { Message, Rows } from '../surface-link.interface.js';

const report = (steps: number, _meta?: Message) => ({
  name: 'report',
  arguments: { steps },
  ...(_meta !== undefined && { _meta }),
});

export const PROGRESS_ROWS: Rows = {
  'progress has the token of the request, whatever its type': async (link) => {
    for (const progressToken of ['p', '', 0, 7]) {
      const { before } = await link.ask('tools/call', report(2, { progressToken }));

      expect(before.map(({ method, params }) => ({ method, ...params }))).toEqual(
        [1, 2].map((progress) => ({
          method: 'notifications/progress',
          progressToken,
          progress,
          total: 2,
          message: `step ${progress}`,
        })),
      );
    }
  },

  'the official client is told of progress, in order, before the answer': async ({ client }) => {
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    const result = await client.callTool(report(3), { onprogress });

    expect(heard).toEqual([1, 2, 3]);
    expect(textOf(result)).toBe('reported');
  },

  'who gave no token is told of no progress': async (link) => {
    expect((await link.ask('tools/call', report(2))).before).toEqual([]);
  },

  'a token that is none brings no progress': async (link) => {
    for (const progressToken of [{}, 1.5, 2 ** 64, true]) {
      expect((await link.ask('tools/call', report(1, { progressToken }))).before).toEqual([]);
    }
  },

  'a token that is none, or too long to repeat, is refused in 2026-07-28': async (link) => {
    const bound = 'é'.repeat(128);
    for (const progressToken of [{}, 1.5, 2 ** 64, true, `${bound}x`]) {
      const { answer } = await link.ask('tools/call', report(1, { progressToken }));

      if (link.era === 'modern') expect(answer.error?.code).toBe(-32602);
      else expect(textOf(answer.result)).toBe('reported');
    }
    const { before } = await link.ask('tools/call', report(1, { progressToken: bound }));
    expect(before.map(({ params }) => params.progressToken)).toEqual([bound]);
  },

  'all progress comes before the answer, and none after it': async (link) => {
    const { before, after } = await link.ask('tools/call', report(20, { progressToken: 'p' }));

    expect(before).toHaveLength(20);
    expect(await after()).toEqual([]);
  },

  'a call that the official client cancels ends, and its tool sees why': async (link) => {
    const line = randomUUID();
    const abort = new AbortController();
    const held = link.client.callTool(
      { name: 'hold_line', arguments: { line } },
      { signal: abort.signal, onprogress: () => abort.abort('changed my mind') },
    );

    await expect(held).rejects.toThrow('changed my mind');
    const reason = textOf(await callOf(link, 'await_hang_up', { line }));
    expect(reason).toContain('McpCancelledError');
  },
};
