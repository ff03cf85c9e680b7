import type { Authorizer } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { createFullBench, toolError } from '../../support/full-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const timeout = (timeoutMs: number) => ({
  error: 'callback_timeout',
  timeoutMs,
  retryable: false,
});

const hangs = () => new Promise<never>(() => undefined);

describe('a tool that takes too long', () => {
  it('is answered at the limit and not before, and its signal is aborted', async () => {
    const bench = await createFullBench({ callbackTimeoutMs: 50 });
    const call = new DirectPeer(bench, 'a').call('held');
    await settled();
    bench.clock.advance(49);
    await settled();
    expect(bench.held.run().signal.aborted).toBe(false);

    bench.clock.advance(1);

    expect(toolError(await call.response)).toEqual(timeout(50));
    expect(bench.held.run().signal.reason).toMatchObject({ name: 'CallbackTimeoutError' });
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it('may have a limit of its own, shorter or longer than the usual one', async () => {
    const short = new HeldTool('short', { timeoutMs: 10 });
    const long = new HeldTool('long', { timeoutMs: 1_000 });
    const bench = await createBench({
      tools: [short.definition, long.definition],
      limits: { callbackTimeoutMs: 50 },
    });
    const peer = new DirectPeer(bench, 'a');
    const [first, second] = [peer.call('short'), peer.call('long')];
    await settled();
    bench.clock.advance(10);
    expect(toolError(await first.response)).toEqual(timeout(10));
    bench.clock.advance(989);
    await settled();
    expect(long.run().signal.aborted).toBe(false);

    bench.clock.advance(1);

    expect(toolError(await second.response)).toEqual(timeout(1_000));
  });

  it('is not charged for the time a person took', async () => {
    const bench = await createAskingBench({
      limits: { callbackTimeoutMs: 50, elicitationTimeoutMs: 60_000 },
    });
    const peer = await DirectPeer.askable(bench, 'a');
    const call = await peer.park('work');
    bench.clock.advance(59_999);
    await peer.answer();
    bench.clock.advance(49);
    await settled();
    expect(bench.work.run().signal.aborted).toBe(false);

    bench.clock.advance(1);

    expect(toolError(await call.response)).toEqual(timeout(50));
    bench.work.finishAll();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'cannot have the limit %d',
    async (timeoutMs) => {
      await expect(
        createBench({ tools: [{ name: 't', timeoutMs, handler: () => '' }] }),
      ).rejects.toThrow(
        'registerTools(), tool 0 ("t"): timeoutMs must be a whole number from 1 to 2147483647',
      );
    },
  );
});

describe('a policy that never answers', () => {
  it('about a call is over time, and the tool never runs', async () => {
    const tool = new CountedTool('t');
    const bench = await createBench({ tools: [tool], authorizer: { authorize: hangs } });
    const call = new DirectPeer(bench, 'a').call('t');
    bench.clock.advance(300_000);

    expect(toolError(await call.response)).toEqual(timeout(300_000));
    expect(tool.runs).toBe(0);
  });

  it('about a read is over time, in the code of the era', async () => {
    const authorizer: Authorizer = { authorize: allow, authorizeRead: hangs };
    const bench = await createBench({ authorizer });
    const legacy = new DirectPeer(bench, 'a').ask('resources/list');
    const modern = new ModernPeer(bench).ask('resources/list');
    bench.clock.advance(300_000);

    const error = { message: 'callback_timeout', data: timeout(300_000) };
    expect(await legacy).toMatchObject({ error: { code: -32000, ...error } });
    expect(await modern).toMatchObject({ error: { code: -33000, ...error } });
  });
});
