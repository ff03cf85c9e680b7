import type { McpContext } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value, VALUE_FORM } from '../../support/asking-tool.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer, FOLLOWS } from '../../support/extension-peer.js';
import { settled } from '../../support/settled.js';

const OPTIONS = { task: 'optional' } as const;

const said = (text: string) => filled(text).result;

async function asking(handler: (ctx: McpContext) => unknown, options: BenchOptions = {}) {
  const bench = await createBench({ tools: [askingTool(handler, OPTIONS)], ...options });
  const peer = new ExtensionPeer(bench);
  const taskId = await peer.start('ask');
  await settled();

  /** Answers, and gives the task after that. */
  const update = async (inputResponses: object) => {
    const reply = (await peer.update(taskId, inputResponses)) as { result?: object } | null;
    expect(reply?.result).toEqual({ resultType: 'complete', _meta: expect.any(Object) });
    await settled();
    return peer.get(taskId);
  };
  return { bench, peer, taskId, update };
}

const completed = (text: string) => ({ status: 'completed', result: { content: [{ text }] } });

const both = async (ctx: McpContext) =>
  (await Promise.all([value(ctx, '1?', 'one'), value(ctx, '2?', 'two')])).join();

describe('a task of the extension that asks', () => {
  it('shows its questions, and takes an answer to each', async () => {
    const { peer, taskId, update } = await asking(both);

    const task = await peer.get(taskId);
    expect(task).toMatchObject({ resultType: 'complete', status: 'input_required' });
    expect(task.inputRequests).toEqual({
      one: {
        method: 'elicitation/create',
        params: { message: '1?', requestedSchema: VALUE_FORM },
      },
      two: {
        method: 'elicitation/create',
        params: { message: '2?', requestedSchema: VALUE_FORM },
      },
    });

    expect(await update({ one: said('a'), two: said('b') })).toMatchObject(completed('a,b'));
  });

  it('takes them one by one, and shows what is left', async () => {
    const { update } = await asking(both);

    const task = await update({ two: said('b') });

    expect(task.status).toBe('input_required');
    expect(Object.keys(task.inputRequests)).toEqual(['one']);
    expect(await update({ one: said('a') })).toMatchObject(completed('a,b'));
  });

  it('has no questions, and no state, in any other status', async () => {
    const { peer, taskId, update } = await asking((ctx) => value(ctx, '1?', 'one'));

    const created = await peer.call('ask');
    const ended = await update({ one: said('a') });

    for (const task of [(created as { result?: object } | null)?.result, ended]) {
      expect(task).not.toHaveProperty('inputRequests');
      expect(task).not.toHaveProperty('requestState');
    }
    expect(await peer.get(taskId)).toMatchObject({ status: 'completed' });
  });

  it('ignores what it did not ask, and what is answered already', async () => {
    const { update } = await asking(both);

    expect(await update({ three: said('c') })).toMatchObject({ status: 'input_required' });
    await update({ one: said('a'), three: said('c') });
    await update({ one: said('other') });

    expect(await update({ two: said('b') })).toMatchObject(completed('a,b'));
    expect(await update({ two: said('late') })).toMatchObject(completed('a,b'));
  });

  it.each([undefined, null, 7, 'x', []])('takes no answers but an object: %j', async (answers) => {
    const { peer, taskId } = await asking(both);

    expect(await peer.update(taskId, answers)).toMatchObject({ error: { code: -32602 } });
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required' });
  });

  it.each([null, 7, 'x', []])('takes no answer but an object: %j', async (answer) => {
    const { peer, taskId } = await asking(both);

    const reply = await peer.update(taskId, { one: answer, two: said('b') });

    expect(reply).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('inputResponses["one"]') },
    });
    expect(Object.keys((await peer.get(taskId)).inputRequests)).toEqual(['one', 'two']);
  });

  it('learns of an answer that does not fit, and asks again under another key', async () => {
    const { peer, taskId, update } = await asking(async (ctx) => {
      const why = await value(ctx, '1?', 'one').catch((error: { reason: string }) => error.reason);
      return `${why} ${await value(ctx, '1?', 'one')}`;
    });

    const task = await update({ one: said('') });

    expect(task.status).toBe('input_required');
    const [key = '', ...others] = Object.keys(task.inputRequests);
    expect(others).toEqual([]);
    expect(key).not.toBe('one');
    expect(await update({ one: said('stale') })).toMatchObject({ status: 'input_required' });
    expect(await peer.get(taskId)).toMatchObject({ inputRequests: { [key]: {} } });
    expect(await update({ [key]: said('a') })).toMatchObject(completed('invalid a'));
  });

  it('never uses a key twice, whatever its author calls its questions', async () => {
    const keys: string[] = [];
    const { peer, taskId, update } = await asking(async (ctx) => {
      await value(ctx, 'other?', 'one#2').catch(() => undefined);
      for (let round = 0; round < 3; round++) {
        await value(ctx, '1?', 'one').catch(() => undefined);
      }
      return 'done';
    });

    for (let round = 0; round < 4; round++) {
      const [key = ''] = Object.keys((await peer.get(taskId)).inputRequests);
      keys.push(key);
      await update({ [key]: said('') });
    }

    expect(new Set(keys).size).toBe(4);
    expect(await peer.get(taskId)).toMatchObject(completed('done'));
  });

  it('asks a keyed question once, however often its code does', async () => {
    const { peer, taskId, update } = await asking(async (ctx) =>
      [await value(ctx, '1?', 'one'), await value(ctx, '1?', 'one')].join(),
    );
    expect(Object.keys((await peer.get(taskId)).inputRequests)).toEqual(['one']);

    expect(await update({ one: said('a') })).toMatchObject(completed('a,a'));
  });

  it('gives questions without a key keys of their own', async () => {
    const { peer, taskId, update } = await asking(async (ctx) =>
      [await value(ctx, '1?'), await value(ctx, '2?')].join(),
    );
    const [first = ''] = Object.keys((await peer.get(taskId)).inputRequests);

    const task = await update({ [first]: said('a') });
    const [second = ''] = Object.keys(task.inputRequests);

    expect(second).not.toBe(first);
    expect(await update({ [second]: said('b') })).toMatchObject(completed('a,b'));
  });

  it('takes what a person did instead of an answer', async () => {
    const { update } = await asking((ctx) => value(ctx, '1?', 'one'));

    expect(await update({ one: { action: 'decline' } })).toMatchObject(completed('decline'));
  });

  it('withdraws a question that nobody answers in the time it gave', async () => {
    const { bench, peer, taskId } = await asking((ctx) =>
      ctx
        .elicit('1?', VALUE_FORM, { timeoutMs: 2_000 })
        .then(String, (error: { reason: string }) => error.reason),
    );

    bench.clock.advance(2_000);
    await settled();

    expect(await peer.get(taskId)).toMatchObject(completed('timeout'));
  });

  it('works again without a question that was withdrawn', async () => {
    const { bench, peer, taskId } = await asking(async (ctx) => {
      await ctx.elicit('1?', VALUE_FORM, { key: 'one', timeoutMs: 2_000 }).catch(() => undefined);
      await new Promise(() => undefined);
    });

    bench.clock.advance(2_000);
    await settled();

    const task = await peer.get(taskId);
    expect(task).toMatchObject({ status: 'working' });
    expect(task).not.toHaveProperty('inputRequests');
  });

  it('takes no answer before it has asked', async () => {
    const { update } = await asking(async (ctx) =>
      [await value(ctx, '1?', 'one'), await value(ctx, '2?', 'two')].join(),
    );

    const task = await update({ two: said('early'), one: said('a') });

    expect(task).toMatchObject({ status: 'input_required', inputRequests: { two: {} } });
    expect(await update({ two: said('b') })).toMatchObject(completed('a,b'));
  });

  it('ends with the error of a client that cannot be asked', async () => {
    const bench = await createBench({
      tools: [askingTool((ctx) => value(ctx, '1?', 'one'), OPTIONS)],
    });
    const peer = new ExtensionPeer(bench, { capabilities: { extensions: FOLLOWS.extensions } });
    const taskId = await peer.start('ask');
    await settled();

    expect(await peer.get(taskId)).toMatchObject({
      status: 'failed',
      error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
    });
  });

  it('does not live longer for want of an answer', async () => {
    const { bench, peer, taskId, update } = await asking(both);
    bench.clock.advance(45_000);
    await update({ one: said('a') });
    bench.clock.advance(14_999);
    await settled();
    expect(await peer.get(taskId)).toMatchObject({ status: 'input_required', ttlMs: 60_000 });

    bench.clock.advance(1);
    await settled();

    expect(await peer.get(taskId)).toBeUndefined();
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });
    expect(bench.clock.timers).toBe(0);
  });

  it('that ends without its answers asks nothing more', async () => {
    const { peer, taskId } = await asking(async (ctx) => {
      void value(ctx, '1?', 'one').catch(() => undefined);
      await settled();
      return 'done';
    });

    await settled();
    const task = await peer.get(taskId);

    expect(task).toMatchObject(completed('done'));
    expect(task).not.toHaveProperty('inputRequests');
  });

  it('has ended for code that it left running', async () => {
    let context: McpContext | undefined;
    await asking((ctx) => {
      context = ctx;
    });

    await expect(context && value(context, '1?', 'one')).rejects.toMatchObject({
      name: 'McpClientRequestError',
      reason: 'ended',
    });
  });
});
