import type { McpContext } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import {
  answerTo,
  askablePeer,
  askedOnConnection,
  filled,
  noticesTo,
  requestsTo,
} from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { failed, why } from '../../support/question-failure.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

const ask = (ctx: McpContext) => value(ctx, 'name?');

describe('the time a question may take', () => {
  it('is 60 seconds by default, to the millisecond', async () => {
    const { bench, call } = await askedOnConnection((ctx) => why(ctx));

    bench.clock.advance(59_999);
    await settled();
    expect(bench.dispatcher.snapshot().parked).toBe(1);
    bench.clock.advance(1);

    expect(failed(await call.response)).toMatchObject({
      reason: 'timeout',
      message: 'roots/list: no answer within 60000 ms',
    });
  });

  it('is what the handler says', async () => {
    const { bench, call } = await askedOnConnection((ctx) => why(ctx, 5));

    bench.clock.advance(4);
    expect(bench.dispatcher.snapshot().parked).toBe(1);
    bench.clock.advance(1);

    expect(failed(await call.response)).toMatchObject({ reason: 'timeout' });
  });

  it('takes the question back when it is over, and ignores a late answer', async () => {
    const { bench, peer, call } = await askedOnConnection((ctx) => why(ctx));
    const [request] = requestsTo(peer);
    bench.clock.advance(60_000);
    await call.response;

    await answerTo(peer, { result: { roots: [] } });

    expect(noticesTo(peer)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: request?.id, reason: 'timeout' },
      },
    ]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('stops the clock of the tool, which goes on with what was left of it', async () => {
    const tools = [
      askingTool(
        async (ctx) => {
          const first = await value(ctx, 'a');
          await new Promise(() => undefined);
          return first;
        },
        { timeoutMs: 1000 },
      ),
    ];
    const bench = await createBench({ tools });
    const peer = await askablePeer(bench, 'a');
    const call = peer.call('ask');
    await settled();
    bench.clock.advance(50_000);
    await answerTo(peer, filled('Ada'));

    bench.clock.advance(999);
    await settled();
    expect(bench.dispatcher.snapshot().pending).toBe(1);
    bench.clock.advance(1);

    expect(said(await call.response)).toBe(
      JSON.stringify({ error: 'callback_timeout', timeoutMs: 1000, retryable: false }),
    );
  });

  it('counts what the tool took before it asked', async () => {
    let go = (): void => undefined;
    const handler = async (ctx: McpContext) => {
      await new Promise<void>((resolve) => (go = resolve));
      await value(ctx, 'a');
      await new Promise(() => undefined);
    };
    const bench = await createBench({ tools: [askingTool(handler, { timeoutMs: 1000 })] });
    const peer = await askablePeer(bench, 'a');
    const call = peer.call('ask');
    await settled();
    bench.clock.advance(600);
    go();
    await settled();
    bench.clock.advance(30_000);
    await answerTo(peer, filled('Ada'));

    bench.clock.advance(399);
    await settled();
    expect(bench.dispatcher.snapshot().pending).toBe(1);
    bench.clock.advance(1);

    expect(said(await call.response)).toContain('callback_timeout');
  });

  it('stands still while any of several questions waits', async () => {
    const handler = async (ctx: McpContext) => {
      await Promise.all([value(ctx, 'a'), value(ctx, 'b')]);
      return 'both';
    };
    const bench = await createBench({ tools: [askingTool(handler, { timeoutMs: 1000 })] });
    const peer = await askablePeer(bench, 'a');
    const call = peer.call('ask');
    await settled();
    const [a, b] = requestsTo(peer);
    await answerTo(peer, filled('1'), a);
    bench.clock.advance(20_000);
    await answerTo(peer, filled('2'), b);

    expect(said(await call.response)).toBe('both');
    expect(bench.clock.timers).toBe(0);
  });
});

describe('the bounds of questions on connections', () => {
  it('are those of approvals: a holder has so many and no more', async () => {
    const { bench, peer, call } = await askedOnConnection(
      (ctx) => Promise.all([why(ctx), why(ctx), why(ctx)]),
      { limits: { maxParkedElicitations: 2 } },
    );
    expect(requestsTo(peer)).toHaveLength(2);
    bench.clock.advance(60_000);

    const results = JSON.parse(said(await call.response) ?? '[]') as string[];
    expect(results.map((text) => (JSON.parse(text) as { reason: string }).reason)).toEqual([
      'timeout',
      'timeout',
      'busy',
    ]);
  });

  it('make room for the smaller holder: the oldest question of the largest is given up', async () => {
    const { bench, peer, call } = await askedOnConnection(
      (ctx) => Promise.all([why(ctx), why(ctx)]),
      { limits: { maxParkedElicitations: 2, maxParkedElicitationsTotal: 2 } },
    );
    const [oldest] = requestsTo(peer);
    const other = await askablePeer(bench, 'b');
    other.call('ask');
    await settled();

    expect(noticesTo(peer)).toEqual([
      expect.objectContaining({ params: { requestId: oldest?.id, reason: 'evicted' } }),
    ]);
    expect(requestsTo(other)).toHaveLength(1);
    bench.clock.advance(60_000);
    expect(said(await call.response)).toContain('busy');
  });

  it('keep the slot of the call that waits', async () => {
    const { bench, peer } = await askedOnConnection(ask, { limits: { maxInFlight: 1 } });

    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 1, inFlight: 1 });
    expect(said(await new DirectPeer(bench, 'b').call('ask').response)).toContain('server_busy');
    await answerTo(peer, filled('Ada'));
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});
