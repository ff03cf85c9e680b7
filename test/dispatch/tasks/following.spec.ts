import type { McpContext } from 'nest-mcp';
import { McpException } from 'nest-mcp';
import { filled } from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import type { Received } from '../../support/core-peer.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions, DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer, FOLLOWS, TASKS } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import type { ListeningPeerOptions } from '../../support/listening-peer.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

async function heldBench(options: BenchOptions = {}) {
  const tool = new HeldTool('held', { task: 'optional' });
  const asks = askingTool((ctx: McpContext) => value(ctx, 'name?', 'name'), { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition, asks], ...options });
  return { bench, tool, peer: new ExtensionPeer(bench) };
}

const follow = (
  bench: DispatcherBench,
  taskIds: unknown,
  options: ListeningPeerOptions = {},
): Promise<ListeningPeer> =>
  ListeningPeer.open(bench, { taskIds } as never, { capabilities: FOLLOWS, ...options });

/** What was told since the acknowledgement. */
const toldTo = ({ messages }: ListeningPeer) => messages.slice(1) as Received[];

const statuses = (listener: ListeningPeer) => toldTo(listener).map(({ params }) => params.status);

/** `tasks/get` without what makes it a result. */
const shownBy = async (peer: ExtensionPeer, taskId: string) => {
  const { resultType: _type, _meta, ...task } = await peer.get(taskId);
  return task;
};

describe('a listen that follows tasks', () => {
  it('is told which it follows: those there are, and are its own', async () => {
    const { bench, peer } = await heldBench();
    const own = await peer.start('held');
    const foreign = await new ExtensionPeer(bench, { principalKey: 'ann' }).start('held');
    const gone = await peer.start('held');
    await peer.ask('tasks/cancel', { taskId: gone });

    const listener = await follow(bench, [own, foreign, 'none', gone]);

    expect(listener.honoured).toEqual({ taskIds: [own, gone] });
  });

  it('may follow none of those it named', async () => {
    const { bench } = await heldBench();

    expect((await follow(bench, ['none'])).honoured).toEqual({ taskIds: [] });
    expect((await follow(bench, [])).honoured).toEqual({ taskIds: [] });
  });

  it('is told nothing of tasks where it names none', async () => {
    const { bench, peer, tool } = await heldBench();
    await peer.start('held');
    const listener = await ListeningPeer.open(
      bench,
      { toolsListChanged: true },
      {
        capabilities: FOLLOWS,
      },
    );
    tool.finishAll();
    await settled();

    expect(listener.honoured).toEqual({ toolsListChanged: true });
    expect(listener.told).toEqual([]);
  });

  it('names the same task once', async () => {
    const { bench, peer, tool } = await heldBench();
    const taskId = await peer.start('held');
    const listener = await follow(bench, [taskId, taskId]);
    tool.finishAll();
    await settled();

    expect(listener.honoured).toEqual({ taskIds: [taskId] });
    expect(statuses(listener)).toEqual(['completed']);
  });

  it.each([7, null, 'id-1', {}, [7], [null]])('names them in a list: %j', async (taskIds) => {
    const { bench } = await heldBench();

    expect((await follow(bench, taskIds)).end).toMatchObject({ error: { code: -32602 } });
  });

  it('names no more than it may', async () => {
    const { bench } = await heldBench({ limits: { maxListenUris: 2 } });

    expect((await follow(bench, ['a', 'b'])).end).toBeUndefined();
    expect((await follow(bench, ['a', 'b', 'c'])).end).toMatchObject({ error: { code: -32602 } });
  });

  it('is refused to a client without the extension, which says what is missing', async () => {
    const { bench, peer } = await heldBench();
    const taskId = await peer.start('held');

    const listener = await follow(bench, [taskId], { capabilities: { elicitation: {} } });

    expect(listener.end).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } },
    });
    expect(listener.messages).toEqual([]);
  });

  it('does not know the member where the server has no tasks', async () => {
    const bench = await createBench();

    expect((await follow(bench, ['x'])).honoured).toEqual({});
    expect((await follow(bench, ['x'], { capabilities: {} })).honoured).toEqual({});
  });

  it('is told of each change as tasks/get shows the task, under the id of the listen', async () => {
    const { bench, peer } = await heldBench();
    const taskId = await peer.start('ask');
    await settled();
    const listener = await follow(bench, [taskId], { id: 'my listen' });
    const shown = [await shownBy(peer, taskId)];
    await peer.update(taskId, { name: filled('Ada').result });
    await settled();
    shown.push(await shownBy(peer, taskId));

    const told = toldTo(listener);
    expect(told[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { ...shown[0], _meta: { [`io.modelcontextprotocol/subscriptionId`]: 'my listen' } },
    });
    expect(told[0]?.params.inputRequests).toMatchObject({ name: {} });
    expect(told.at(-1)?.params).toEqual({
      ...shown[1],
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'my listen' },
    });
    expect(told.at(-1)?.params).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'Ada' }] },
    });
  });

  it('is told of an error that a task came to', async () => {
    const { bench, peer, tool } = await heldBench();
    const listener = await follow(bench, [await peer.start('held')]);
    tool.run().fail(new McpException(7, 'out of paper'));
    await settled();

    expect(toldTo(listener)).toMatchObject([
      { params: { status: 'failed', error: { code: 7, message: 'out of paper' } } },
    ]);
  });

  it('is told of words about the work, but of no progress and no log message', async () => {
    const { bench, peer, tool } = await heldBench();
    const taskId = await peer.start('held', {}, { _meta: { progressToken: 'p' } });
    const listener = await follow(bench, [taskId]);

    await tool.run().context.progress(1, { message: 'half way' });
    await tool.run().context.progress(2);
    await tool.run().context.log('error', 'half way');
    await settled();

    expect(toldTo(listener)).toMatchObject([
      {
        method: 'notifications/tasks',
        params: { status: 'working', statusMessage: 'half way' },
      },
    ]);
  });

  it('is told at once of a task that has ended already, and of one that waits', async () => {
    const { bench, peer, tool } = await heldBench();
    const [ended, waits] = [await peer.start('held'), await peer.start('ask')];
    const works = await peer.start('held');
    tool.run(0).finish();
    await settled();

    const listener = await follow(bench, [ended, waits, works]);

    expect(toldTo(listener).map(({ params }) => [params.taskId, params.status])).toEqual([
      [ended, 'completed'],
      [waits, 'input_required'],
    ]);
  });

  it('is told nothing after the end of a task, and stays', async () => {
    const { bench, peer, tool } = await heldBench();
    const [first, second] = [await peer.start('held'), await peer.start('held')];
    const listener = await follow(bench, [first, second]);
    tool.run(0).finish();
    await settled();
    bench.clock.advance(1);
    tool.run(1).finish();
    await settled();

    expect(statuses(listener)).toEqual(['completed', 'completed']);
    expect(listener.end).toBeUndefined();
  });

  it('gets a copy of its own each', async () => {
    const { bench, peer, tool } = await heldBench();
    const taskId = await peer.start('held');
    const listeners = [
      await follow(bench, [taskId], { id: 1 }),
      await follow(bench, [taskId], { id: 2 }),
    ];
    tool.finishAll();
    await settled();

    const ids = listeners.map((one) => Object.values(toldTo(one)[0]?.params._meta ?? {}));
    expect(ids).toEqual([[1], [2]]);
  });

  it('is told nothing of a task that is forgotten', async () => {
    const { bench, peer } = await heldBench();
    const taskId = await peer.start('ask');
    await settled();
    const listener = await follow(bench, [taskId]);

    bench.clock.advance(60_000);
    await settled();

    expect(statuses(listener)).toEqual(['input_required']);
  });

  it('leaves nothing when it ends', async () => {
    const { bench, peer, tool } = await heldBench();
    const listener = await follow(bench, [await peer.start('held')]);
    const before = bench.clock.timers;

    listener.leave();
    await settled();
    tool.finishAll();
    await settled();

    expect(toldTo(listener)).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ listens: 0, tasks: 0 });
    expect(bench.clock.timers).toBeLessThan(before);
    bench.clock.advance(60_000);
    expect(bench.clock.timers).toBe(0);
  });

  it('follows a task of 2025-11-25 of the same principal', async () => {
    const { bench, tool } = await heldBench();
    const taskId = await new CorePeer(bench, { principalKey: 'ann' }).start('held');
    const listener = await follow(bench, [taskId], { principalKey: 'ann' });
    tool.finishAll();
    await settled();

    expect(statuses(listener)).toEqual(['completed']);
  });
});
