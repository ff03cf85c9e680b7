import type { McpContext } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

const OPTIONS = { task: 'optional' } as const;

/** Why a question failed, in few words. */
const failure = (thrown: unknown): string => {
  const { reason, code, message } = thrown as Record<string, unknown>;
  return `${reason} ${code} ${message}`;
};

async function asking(handler: (ctx: McpContext) => unknown, options: BenchOptions = {}) {
  const bench = await createBench({ tools: [askingTool(handler, OPTIONS)], ...options });
  const peer = new CorePeer(bench);
  const taskId = await peer.start('ask');
  await settled();
  return { bench, peer, taskId };
}

const textOf = async ({ answer }: { answer: Promise<Record<string, any> | null> }) =>
  (await answer)?.result?.content[0].text;

const AT_REST = { pending: 0, inFlight: 0, parked: 0, tasks: 0, abandoned: 0 };

const name = (ctx: McpContext) => value(ctx, 'name?');

describe('a task of 2025-11-25 that asks', () => {
  it('waits for input until somebody waits for its result, and asks them', async () => {
    const { bench, peer, taskId } = await asking(name);
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 0 });

    const waiter = await peer.wait(taskId);

    expect(waiter.stream).toEqual([
      {
        jsonrpc: '2.0',
        id: expect.stringMatching(/^task-/),
        method: 'elicitation/create',
        params: expect.objectContaining({ message: 'name?' }),
      },
    ]);
    expect(peer.pushed.map(({ method }) => method)).toEqual(['notifications/tasks/status']);
    await peer.answer(waiter.stream[0], filled('Ada'));
    expect(await textOf(waiter)).toBe('Ada');
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('asks whoever waits already', async () => {
    let ask: () => void = () => undefined;
    const { peer, taskId } = await asking(async (ctx) => {
      await new Promise<void>((resolve) => (ask = resolve));
      return value(ctx, 'name?');
    });
    const waiter = await peer.wait(taskId);
    expect(waiter.stream).toEqual([]);

    ask();
    await settled();

    expect(waiter.stream).toHaveLength(1);
  });

  it('works again as soon as it is answered', async () => {
    let end: () => void = () => undefined;
    const { peer, taskId } = await asking(async (ctx) => {
      const answer = await value(ctx, 'name?');
      await new Promise<void>((resolve) => (end = resolve));
      return answer;
    });
    const waiter = await peer.wait(taskId);
    await peer.answer(waiter.stream[0], filled('Ada'));

    expect(await peer.get(taskId)).toMatchObject({ status: 'working' });
    end();
    expect(await textOf(waiter)).toBe('Ada');
  });

  it('asks again and again, on one stream', async () => {
    const { peer, taskId } = await asking(async (ctx) =>
      [await value(ctx, 'one'), await value(ctx, 'two')].join(),
    );
    const waiter = await peer.wait(taskId);
    await peer.answer(waiter.stream[0], filled('1'));
    await peer.answer(waiter.stream[1], filled('2'));

    expect(await textOf(waiter)).toBe('1,2');
    expect(new Set(waiter.stream.map(({ id }) => id)).size).toBe(2);
  });

  it('waits for input until all of several questions are answered', async () => {
    const { peer, taskId } = await asking(async (ctx) =>
      (await Promise.all([value(ctx, 'one'), value(ctx, 'two')])).join(),
    );
    const waiter = await peer.wait(taskId);
    expect(waiter.stream.map(({ params }) => params.message)).toEqual(['one', 'two']);

    await peer.answer(waiter.stream[1], filled('2'));
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });
    await peer.answer(waiter.stream[0], filled('1'));

    expect(await textOf(waiter)).toBe('1,2');
  });

  it('asks once, however many wait', async () => {
    const { peer, taskId } = await asking(name);
    const [first, second] = [await peer.wait(taskId), await peer.wait(taskId)];
    expect([first.stream.length, second.stream.length]).toEqual([1, 0]);

    await peer.answer(first.stream[0], filled('Ada'));

    expect([await textOf(first), await textOf(second)]).toEqual(['Ada', 'Ada']);
  });

  it('asks the next who waits when the first one leaves, and takes its question back', async () => {
    const { bench, peer, taskId } = await asking(name);
    const [first, second] = [await peer.wait(taskId), await peer.wait(taskId)];

    first.cancel();
    await settled();

    expect(second.stream).toHaveLength(1);
    const [asked, takenBack] = first.stream;
    expect(takenBack).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: asked?.id },
    });
    await peer.answer(asked, filled('late'));
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });
    await peer.answer(second.stream[0], filled('Ada'));
    expect(await textOf(second)).toBe('Ada');
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('asks whoever comes later when nobody waits any more', async () => {
    const { peer, taskId } = await asking(name);
    const first = await peer.wait(taskId);
    first.cancel();
    await settled();
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });

    const second = await peer.wait(taskId);
    await peer.answer(second.stream[0], filled('Ada'));

    expect(await textOf(second)).toBe('Ada');
  });

  it('stays with a client that may come back, until another waits', async () => {
    const { bench, peer, taskId } = await asking(name);
    const first = await peer.wait(taskId);
    first.hangUp(true);
    await settled();
    expect(first.stream.map(({ method }) => method)).toEqual(['elicitation/create']);

    const second = await peer.wait(taskId);

    expect(first.stream.map(({ method }) => method)).toEqual([
      'elicitation/create',
      'notifications/cancelled',
    ]);
    expect(second.stream).toHaveLength(1);
    await peer.answer(second.stream[0], filled('Ada'));
    expect([await textOf(first), await textOf(second)]).toEqual(['Ada', 'Ada']);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('goes to whoever waits already when a client leaves that may come back', async () => {
    const { peer, taskId } = await asking(name);
    const [first, second] = [await peer.wait(taskId), await peer.wait(taskId)];

    first.hangUp(true);
    await settled();

    expect(second.stream).toHaveLength(1);
  });

  it('is still answered by a client that came back', async () => {
    const { peer, taskId } = await asking(async (ctx) =>
      [await value(ctx, 'one'), await value(ctx, 'two')].join(),
    );
    const waiter = await peer.wait(taskId);
    waiter.hangUp(true);
    await peer.answer(waiter.stream[0], filled('1'));
    await peer.answer(waiter.stream[1], filled('2'));

    expect(await textOf(waiter)).toBe('1,2');
  });

  it('asks nobody whom no stream leads to', async () => {
    const { peer, taskId } = await asking(name);
    const deaf = peer.request('tasks/result', { taskId });
    deaf.hangUp();
    await settled();
    const waiter = await peer.wait(taskId);

    expect([deaf.stream.length, waiter.stream.length]).toEqual([0, 1]);
  });

  it('is answered from the session that was asked only', async () => {
    const { bench, peer, taskId } = await asking(name);
    const waiter = await peer.wait(taskId);

    await new CorePeer(bench, { id: 'other' }).answer(waiter.stream[0], filled('Eve'));

    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });
    await peer.answer(waiter.stream[0], filled('Ada'));
    expect(await textOf(waiter)).toBe('Ada');
  });

  it('asks in any session of its principal', async () => {
    const bench = await createBench({ tools: [askingTool(name, OPTIONS)] });
    const one = new CorePeer(bench, { id: 'one', principalKey: 'ann' });
    const two = new CorePeer(bench, { id: 'two', principalKey: 'ann' });
    const waiter = await two.wait(await one.start('ask'));
    await two.answer(waiter.stream[0], filled('Ada'));

    expect(await textOf(waiter)).toBe('Ada');
  });

  it('learns that the client refuses', async () => {
    const { peer, taskId } = await asking((ctx) => value(ctx, 'name?').catch(failure));
    const waiter = await peer.wait(taskId);

    await peer.answer(waiter.stream[0], { error: { code: -7, message: 'no' } });

    expect(await textOf(waiter)).toBe('refused -7 elicitation/create: the client refused: no');
  });

  it('learns of an answer that is none, and may ask once more', async () => {
    const { peer, taskId } = await asking(async (ctx) => {
      const why = await value(ctx, 'name?', 'name').catch(failure);
      return `${why}; ${await value(ctx, 'name?', 'name')}`;
    });
    const waiter = await peer.wait(taskId);
    await peer.answer(waiter.stream[0], filled(''));
    await peer.answer(waiter.stream[1], filled('Ada'));

    expect(await textOf(waiter)).toMatch(/^invalid undefined elicitation\/create: .*; Ada$/);
  });

  it.each([7, null, 'yes', undefined])(
    'learns of an answer that is no object: %j',
    async (result) => {
      const { peer, taskId } = await asking((ctx) => value(ctx, 'name?').catch(failure));
      const waiter = await peer.wait(taskId);

      await peer.answer(waiter.stream[0], { result });

      expect(await textOf(waiter)).toMatch(/^(refused|invalid) /);
    },
  );

  it('learns that nobody answered in the time it gave, and takes its question back', async () => {
    const form = { type: 'object', properties: { value: { type: 'string' } } } as const;
    const { bench, peer, taskId } = await asking((ctx) =>
      ctx.elicit('name?', form, { timeoutMs: 2_000 }).then(String, failure),
    );
    const waiter = await peer.wait(taskId);

    bench.clock.advance(2_000);
    await settled();

    expect(await textOf(waiter)).toBe(
      'timeout undefined elicitation/create: no answer within 2000 ms',
    );
    expect(waiter.stream.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('learns that the client cannot be asked, and works on', async () => {
    const bench = await createBench({
      tools: [askingTool((ctx) => value(ctx, 'name?').catch(failure), OPTIONS)],
    });
    const peer = new CorePeer(bench, { capabilities: {} });
    const waiter = await peer.wait(await peer.start('ask'));

    expect(await textOf(waiter)).toMatch(/^unsupported /);
    expect(peer.told).toEqual(['completed']);
  });

  it('ends with its time when nobody answers', async () => {
    const { bench, peer, taskId } = await asking(name);
    const waiter = await peer.wait(taskId);

    bench.clock.advance(60_000);
    await settled();

    expect(await waiter.answer).toMatchObject({ error: { code: -32602 } });
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
  });

  it('stops the clock of its tool while it waits for a person', async () => {
    const { bench, peer, taskId } = await asking(name, { limits: { callbackTimeoutMs: 5_000 } });
    bench.clock.advance(30_000);
    await settled();
    const waiter = await peer.wait(taskId);
    await peer.answer(waiter.stream[0], filled('Ada'));

    expect(await textOf(waiter)).toBe('Ada');
  });

  it('asks again later what the client has too many questions to be asked now', async () => {
    const { peer, taskId } = await asking(
      async (ctx) => (await Promise.all([value(ctx, 'one'), value(ctx, 'two')])).join(),
      { limits: { maxParkedElicitations: 1 } },
    );
    const waiter = await peer.wait(taskId);
    expect(waiter.stream.map(({ params }) => params.message)).toEqual(['one']);

    await peer.answer(waiter.stream[0], filled('1'));
    expect(waiter.stream.map(({ params }) => params.message)).toEqual(['one', 'two']);
    await peer.answer(waiter.stream[1], filled('2'));

    expect(await textOf(waiter)).toBe('1,2');
  });

  it('asks when there is room again, whoever left it', async () => {
    const { bench, peer, taskId } = await asking(name, { limits: { maxParkedElicitations: 1 } });
    const other = await peer.wait(await peer.start('ask'));
    const waiter = await peer.wait(taskId);
    expect([other.stream.length, waiter.stream.length]).toEqual([1, 0]);

    bench.clock.advance(1_000);
    await settled();
    expect(waiter.stream).toHaveLength(0);
    await peer.answer(other.stream[0], filled('Bob'));
    bench.clock.advance(1_000);
    await settled();
    await peer.answer(waiter.stream[0], filled('Ada'));

    expect(await textOf(waiter)).toBe('Ada');
    bench.clock.advance(60_000);
    expect(bench.clock.timers).toBe(0);
  });

  it('leaves nothing of a waiter that is to be asked later', async () => {
    const { bench, peer, taskId } = await asking(name, { limits: { maxParkedElicitations: 1 } });
    await peer.wait(await peer.start('ask'));
    const timers = bench.clock.timers;
    const waiter = await peer.wait(taskId);
    expect(bench.clock.timers).toBeGreaterThan(timers);

    waiter.cancel();
    await settled();

    expect(bench.clock.timers).toBe(timers);
  });
});

describe('a task without a session', () => {
  it('asks nobody, and ends with its time', async () => {
    const bench = await createBench({ tools: [askingTool(name, OPTIONS)] });
    const peer = new CorePeer(bench, { isLasting: false });
    const taskId = await peer.start('ask');
    await settled();
    const waiter = await peer.wait(taskId);
    expect(waiter.stream).toEqual([]);

    bench.clock.advance(60_000);
    await settled();

    expect(await waiter.answer).toMatchObject({ error: { code: -32602 } });
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a page that a task sends a person to', () => {
  const PAGE = { message: 'Pay', url: 'https://pay.example', id: 'payment-0123456789abcdef' };
  const capabilities = { elicitation: { url: {} } };

  async function paying() {
    const bench = await createBench({
      tools: [askingTool(async (ctx) => (await ctx.elicitUrl(PAGE)).action, OPTIONS)],
    });
    const peer = new CorePeer(bench, { capabilities });
    const taskId = await peer.start('ask');
    await settled();
    return { bench, peer, taskId, waiter: await peer.wait(taskId) };
  }

  it('can be told to be done, in the name of the task', async () => {
    const { bench, peer, taskId, waiter } = await paying();
    await peer.answer(waiter.stream[0], { result: { action: 'accept' } });

    expect(bench.bus.elicitationComplete(PAGE.id)).toBe(true);

    expect(await textOf(waiter)).toBe('accept');
    expect(peer.pushed.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: {
        elicitationId: PAGE.id,
        _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
      },
    });
  });

  it('is never done for somebody who did not go there', async () => {
    const { bench, peer, waiter } = await paying();
    await peer.answer(waiter.stream[0], { result: { action: 'decline' } });

    expect(await textOf(waiter)).toBe('decline');
    expect(bench.bus.elicitationComplete(PAGE.id)).toBe(false);
  });
});
