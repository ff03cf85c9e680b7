import type { McpContext, McpClientRequestError } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import { answerTo, askedOnConnection, noticesTo } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { SessionPeer } from '../../support/session-peer.js';
import { settled } from '../../support/settled.js';

const ask = (ctx: McpContext) => value(ctx, 'name?');

/** How a call that waits may come to an end, and whether its client can still be told. */
const ENDS: readonly {
  readonly how: string;
  readonly end: (parts: Awaited<ReturnType<typeof askedOnConnection>>) => unknown;
  readonly isTold: boolean;
}[] = [
  { how: 'it is cancelled', end: ({ call }) => call.cancel(), isTold: true },
  {
    how: 'its client cancels it',
    end: ({ peer }) =>
      peer.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 2, reason: 'enough' },
      }),
    isTold: true,
  },
  { how: 'its connection is gone', end: ({ peer }) => peer.leave(), isTold: false },
  { how: 'the server stops', end: ({ bench }) => void bench.dispatcher.drain(0), isTold: true },
];

describe('a call that waits for its client, when', () => {
  it.each(ENDS)('$how, ends without an answer and leaves nothing behind', async (given) => {
    const caught: unknown[] = [];
    const parts = await askedOnConnection(async (ctx) => {
      await Promise.all([value(ctx, 'a'), value(ctx, 'b')]).catch((error: unknown) => {
        caught.push((error as Error).name);
      });
      return 'late';
    });

    await given.end(parts);
    await settled();
    parts.bench.clock.advance(0);
    await settled();
    parts.bench.clock.advance(1);
    await settled();

    expect(await parts.call.response).toBeNull();
    expect(caught).toEqual(['McpCancelledError']);
    expect(parts.bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(parts.bench.clock.timers).toBe(0);
    expect(noticesTo(parts.peer)).toHaveLength(given.isTold ? 2 : 0);
  });

  it('its session ends, ends without an answer', async () => {
    const bench = await createBench({ tools: [askingTool(ask)] });
    const session = new SessionPeer(bench, 's', 'ann');
    const { response } = await session.park('ask');

    session.end();

    expect(await response).toBeNull();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });
});

describe('a question nobody awaits', () => {
  const forgetful = (ctx: McpContext) => {
    void value(ctx, 'a').catch(() => undefined);
    void ctx.listRoots();
    return settled().then(() => 'done');
  };

  it('is taken back when the tool ends', async () => {
    const { bench, peer, call } = await askedOnConnection(forgetful);

    expect(said(await call.response)).toBe('done');
    expect(noticesTo(peer)).toHaveLength(2);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it.each<[string, (peer: DirectPeer) => unknown]>([
    ['refuses it', (peer) => answerTo(peer, { error: { code: -1, message: 'no' } })],
    ['leaves', (peer) => peer.leave()],
  ])('ends no process when the client %s', async (_how, act) => {
    let finish = (): void => undefined;
    const { bench, peer, call } = await askedOnConnection((ctx) => {
      void ctx.listRoots();
      return new Promise<string>((resolve) => (finish = () => resolve('done')));
    });

    await act(peer);
    finish();
    await call.response;
    await settled();

    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('that comes after the answer is not asked', async () => {
    const after: unknown[] = [];
    let late = (): void => undefined;
    const { peer, call } = await askedOnConnection((ctx) => {
      void new Promise<void>((resolve) => (late = resolve))
        .then(() => ctx.listRoots())
        .catch((error: McpClientRequestError) => after.push(error.reason));
      return 'done';
    });
    await call.response;

    late();
    await settled();

    expect(after).toEqual(['ended']);
    expect(peer.pushed).toEqual([]);
  });
});
