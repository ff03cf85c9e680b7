import { encodeCursor } from '../../../src/dispatch/cursor.js';
import { CorePeer } from '../../support/core-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

async function heldBench(options: BenchOptions = {}) {
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition], ...options });
  return { bench, tool };
}

async function startMany(peer: CorePeer, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await peer.start('held'));
  return ids;
}

async function list(peer: CorePeer, params: object = {}) {
  const reply = await peer.ask('tasks/list', params);
  const tasks = reply?.result?.tasks as { taskId: string }[] | undefined;
  return { ids: tasks?.map(({ taskId }) => taskId), next: reply?.result?.nextCursor, reply };
}

const REFUSED = { error: { code: -32602 } };

describe('tasks/list', () => {
  it('shows the tasks of a session as tasks/get does, oldest first', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    const [first] = await startMany(peer, 1);
    bench.clock.advance(1_000);
    const [second] = await startMany(peer, 1);
    tool.run(1).finish();
    await settled();

    const { reply } = await list(peer);

    expect(reply?.result).toEqual({
      tasks: [await peer.get(first ?? ''), await peer.get(second ?? '')],
    });
    expect(reply?.result.tasks).toMatchObject([{ status: 'working' }, { status: 'completed' }]);
  });

  it('is empty before there are any', async () => {
    const { bench } = await heldBench();

    expect((await list(new CorePeer(bench))).reply?.result).toEqual({ tasks: [] });
  });

  it('comes in pages, each task once', async () => {
    const { bench } = await heldBench({ limits: { pageSize: 2 } });
    const peer = new CorePeer(bench);
    const ids = await startMany(peer, 5);

    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    const sizes: number[] = [];
    do {
      const page = await list(peer, cursor === undefined ? {} : { cursor });
      sizes.push(page.ids?.length ?? 0);
      seen.push(...(page.ids ?? []));
      cursor = page.next;
    } while (cursor !== undefined && sizes.length < 9);

    expect(sizes).toEqual([2, 2, 1]);
    expect([...seen].sort()).toEqual([...ids].sort());
  });

  it('ends with a page that is just full', async () => {
    const { bench } = await heldBench({ limits: { pageSize: 2 } });
    const peer = new CorePeer(bench);
    await startMany(peer, 2);

    expect((await list(peer)).next).toBeUndefined();
  });

  it('goes on behind a task that is gone meanwhile', async () => {
    const { bench } = await heldBench({ limits: { pageSize: 2 } });
    const peer = new CorePeer(bench);
    await peer.start('held', {}, { task: { ttl: 1_000 } });
    bench.clock.advance(1);
    const [shortLived] = [await peer.start('held', {}, { task: { ttl: 1_000 } })];
    bench.clock.advance(1);
    const [third] = await startMany(peer, 1);
    const { next, ids } = await list(peer);
    expect(ids).toContain(shortLived);

    for (const taskId of ids ?? []) await peer.ask('tasks/cancel', { taskId });
    bench.clock.advance(1_000);

    expect((await list(peer, { cursor: next })).ids).toEqual([third]);
  });

  it.each([
    ['of no list', 'nonsense'],
    ['of another type', 7],
    ['of another list', encodeCursor({ method: 'tools/list', principalKey: 'session:s' }, '1:x')],
    [
      'of another owner',
      encodeCursor({ method: 'tasks/list', principalKey: 'principal:bob' }, '1000000:id-1'),
    ],
    [
      'with a place that is none',
      encodeCursor({ method: 'tasks/list', principalKey: 'session:s' }, 'tomorrow'),
    ],
  ])('takes no cursor %s', async (_what, cursor) => {
    const { bench } = await heldBench();
    const peer = new CorePeer(bench);
    await startMany(peer, 1);

    expect((await list(peer, { cursor })).reply).toMatchObject(REFUSED);
  });

  it('gives cursors that another principal cannot use', async () => {
    const { bench } = await heldBench({ limits: { pageSize: 1 } });
    const ann = new CorePeer(bench, { id: 'a', principalKey: 'ann' });
    const bob = new CorePeer(bench, { id: 'b', principalKey: 'bob' });
    await startMany(ann, 2);
    await startMany(bob, 2);
    const { next } = await list(ann);

    expect((await list(bob, { cursor: next })).reply).toMatchObject(REFUSED);
    expect((await list(ann, { cursor: next })).ids).toHaveLength(1);
  });

  it('shows a made-up place no more than a made-up task: only what is one’s own', async () => {
    const { bench } = await heldBench();
    const ann = new CorePeer(bench, { id: 'a', principalKey: 'ann' });
    const bob = new CorePeer(bench, { id: 'b', principalKey: 'bob' });
    await startMany(ann, 2);
    const [own] = await startMany(bob, 1);
    const owner = { method: 'tasks/list', principalKey: 'principal:bob' };

    expect((await list(bob, { cursor: encodeCursor(owner, '0:x') })).ids).toEqual([own]);
  });

  it('shows a principal its tasks of all sessions, and nobody else’s', async () => {
    const { bench } = await heldBench();
    const ann = new CorePeer(bench, { id: 'a1', principalKey: 'ann' });
    const again = new CorePeer(bench, { id: 'a2', principalKey: 'ann' });
    const bob = new CorePeer(bench, { id: 'b', principalKey: 'bob' });
    const nobody = new CorePeer(bench, { id: 'n' });
    const [first] = await startMany(ann, 1);
    bench.clock.advance(1);
    const [second] = await startMany(again, 1);
    bench.clock.advance(1);
    const third = await new ExtensionPeer(bench, { principalKey: 'ann' }).start('held');
    const [others] = await startMany(bob, 1);
    const [unowned] = await startMany(nobody, 1);

    expect((await list(ann)).ids).toEqual([first, second, third]);
    expect((await list(bob)).ids).toEqual([others]);
    expect((await list(nobody)).ids).toEqual([unowned]);
    expect((await list(new CorePeer(bench, { id: 'new' }))).ids).toEqual([]);
  });

  it('leaves out what is over its time', async () => {
    const { bench, tool } = await heldBench();
    const peer = new CorePeer(bench);
    await startMany(peer, 1);
    tool.finishAll();
    await settled();

    bench.clock.advance(60_000);

    expect((await list(peer)).ids).toEqual([]);
  });
});
