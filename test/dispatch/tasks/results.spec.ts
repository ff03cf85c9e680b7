import { McpException } from 'nest-mcp';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

const RELATED = 'io.modelcontextprotocol/related-task';

async function started(capabilities?: object) {
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition] });
  const peer = new CorePeer(bench, capabilities && { capabilities });
  const taskId = await peer.start('held');
  return { tool, bench, peer, taskId, related: { [RELATED]: { taskId } } };
}

/** At rest: nobody waits, nothing runs. */
const AT_REST = { pending: 0, inFlight: 0, abandoned: 0, listens: 0, tasks: 0, parked: 0 };

describe('tasks/result', () => {
  it('waits until the task has ended, for as many as want to know', async () => {
    const { tool, peer, taskId, related } = await started();
    const waiters = [await peer.wait(taskId), await peer.wait(taskId)];
    let answered = 0;
    for (const { answer } of waiters) void answer.then(() => answered++);
    await settled();
    expect(answered).toBe(0);

    tool.run().finish('late');

    for (const { answer } of waiters) {
      expect((await answer)?.result).toEqual({
        content: [{ type: 'text', text: 'late' }],
        _meta: related,
      });
    }
  });

  it('answers at once for a task that has ended, as often as it is asked', async () => {
    const { tool, peer, taskId } = await started();
    tool.run().finish('done');
    await settled();

    const replies = [await peer.ask('tasks/result', { taskId }), await peer.get(taskId)];
    expect(replies[0]).toEqual({
      ...(await peer.ask('tasks/result', { taskId })),
      id: expect.any(Number),
    });
    expect(replies[1]).toMatchObject({ status: 'completed' });
  });

  it('answers with exactly the result of the call, its _meta beside the id of the task', async () => {
    const { tool, peer, taskId, related } = await started();
    const waiter = await peer.wait(taskId);

    tool.run().finish({
      content: [{ type: 'text', text: 'x', annotations: { priority: 1 } }],
      structuredContent: { sum: 1 },
      _meta: { 'io.example/trace': 'abc', [RELATED]: { taskId: 'forged' } },
    });

    expect((await waiter.answer)?.result).toEqual({
      content: [{ type: 'text', text: 'x', annotations: { priority: 1 } }],
      structuredContent: { sum: 1 },
      _meta: { 'io.example/trace': 'abc', ...related },
    });
  });

  it('answers with a failed result of a tool, which is a task that failed', async () => {
    const { tool, peer, taskId, related } = await started();
    const waiter = await peer.wait(taskId);

    tool.run().finish({ content: [{ type: 'text', text: 'no' }], isError: true });

    expect((await waiter.answer)?.result).toEqual({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
      _meta: related,
    });
    expect(await peer.get(taskId)).toMatchObject({ status: 'failed', statusMessage: 'no' });
  });

  it('answers with the error of a call that came to one', async () => {
    const { tool, peer, taskId } = await started();
    const waiter = await peer.wait(taskId);

    tool.run().fail(new McpException(7, 'out of paper', { tray: 2 }));

    const error = { code: 7, message: 'out of paper', data: { tray: 2 } };
    expect((await waiter.answer)?.error).toEqual(error);
    expect((await peer.ask('tasks/result', { taskId }))?.error).toEqual(error);
    expect(await peer.get(taskId)).toMatchObject({
      status: 'failed',
      statusMessage: 'out of paper',
    });
  });

  it('answers with an error for a task that was cancelled', async () => {
    const { peer, taskId } = await started();
    const waiter = await peer.wait(taskId);

    await peer.ask('tasks/cancel', { taskId });

    const error = { code: -32603, message: 'The task was cancelled: by the client' };
    expect((await waiter.answer)?.error).toEqual(error);
    expect((await peer.ask('tasks/result', { taskId }))?.error).toEqual(error);
  });

  it('is refused when the time of the task is over before it has ended', async () => {
    const { bench, peer, taskId } = await started();
    const waiter = await peer.wait(taskId);

    // Nothing prolongs a task whose process does not get to run.
    bench.clock.advance(60_000);

    expect(await waiter.answer).toMatchObject({ error: { code: -32602 } });
  });

  it('leaves nothing of a waiter that is cancelled', async () => {
    const { tool, bench, peer, taskId } = await started();
    const [gone, stays] = [await peer.wait(taskId), await peer.wait(taskId)];

    gone.cancel();

    expect(await gone.answer).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 1, tasks: 1 });
    tool.run().finish();
    expect(await stays.answer).toHaveProperty('result');
    expect(gone.stream).toEqual([]);
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('leaves nothing of a waiter whose client left and cannot come back', async () => {
    const { tool, bench, peer, taskId } = await started();
    const gone = await peer.wait(taskId);

    gone.hangUp();
    await settled();

    expect(await gone.answer).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, tasks: 1 });
    expect(tool.run().signal.aborted).toBe(false);
  });

  it('waits on for a client that may come back', async () => {
    const { tool, bench, peer, taskId } = await started();
    const away = await peer.wait(taskId);

    away.hangUp(true);
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 1 });
    tool.run().finish('done');

    expect((await away.answer)?.result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('does not end the task it waited for', async () => {
    const { tool, peer, taskId } = await started();
    (await peer.wait(taskId)).cancel();
    await settled();

    expect(tool.run().signal.aborted).toBe(false);
    expect(await peer.get(taskId)).toMatchObject({ status: 'working' });
  });

  it('holds no slot while it waits, but one of the places for those who do', async () => {
    const tool = new HeldTool('held', { task: 'optional' });
    const limits = { maxInFlight: 1, maxInFlightPerConnection: 1, maxListens: 3 };
    const bench = await createBench({
      tools: [tool.definition],
      limits: { ...limits, maxListensPerPrincipal: 2 },
    });
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    await peer.wait(taskId);
    const second = await peer.wait(taskId);

    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 0, pending: 2 });
    expect((await peer.ask('tasks/result', { taskId }))?.error).toMatchObject({
      message: 'server_busy',
      data: { scope: 'connection_listens', limit: 2, retryable: true },
    });
    second.cancel();
    await settled();
    const third = await peer.wait(taskId);
    tool.run().finish();
    expect(await third.answer).toHaveProperty('result');
  });
});
