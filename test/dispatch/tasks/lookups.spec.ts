import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { askingTool, value } from '../../support/asking-tool.js';
import type { Received } from '../../support/core-peer.js';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { LaxStore } from './lax-store.js';

const ERAS = [
  {
    era: '2025-11-25',
    methods: ['tasks/get', 'tasks/result', 'tasks/cancel'],
    ttl: 'ttl',
    peer: (bench: DispatcherBench, principalKey?: string, id?: string) =>
      new CorePeer(bench, { ...(principalKey && { principalKey }), ...(id && { id }) }),
  },
  {
    era: '2026-07-28',
    methods: ['tasks/get', 'tasks/update', 'tasks/cancel'],
    ttl: 'ttlMs',
    peer: (bench: DispatcherBench, principalKey?: string) =>
      new ExtensionPeer(bench, principalKey === undefined ? {} : { principalKey }),
  },
] as const;

const UNKNOWN = { error: { code: -32602 } };

async function heldBench() {
  const clock = new ManualClock();
  const store = new MemoryTaskStore(clock);
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ clock, tools: [tool.definition], tasks: { store } });
  return { bench, clock, store, tool };
}

const nothingUpdated = { inputResponses: {} };

describe.each(ERAS)('a task that is looked up in $era', ({ methods, peer: open, ttl }) => {
  const refusals = (peer: { ask(method: string, params: object): Promise<unknown> }, id: unknown) =>
    Promise.all(methods.map((method) => peer.ask(method, { taskId: id, ...nothingUpdated })));

  it('is unknown if nobody made it', async () => {
    const { bench } = await heldBench();

    for (const reply of await refusals(open(bench), 'id-1')) expect(reply).toMatchObject(UNKNOWN);
  });

  it.each([undefined, 7, null, {}, ['id-1']])('must be named: %j', async (taskId) => {
    const { bench } = await heldBench();

    for (const reply of await refusals(open(bench), taskId)) expect(reply).toMatchObject(UNKNOWN);
  });

  it('looks unknown to another principal', async () => {
    const { bench, tool } = await heldBench();
    const taskId = await open(bench, 'ann').start('held');
    const stranger = open(bench, 'bob', 'other');
    const nobody = open(bench, undefined, 'third');

    const foreign = [...(await refusals(stranger, taskId)), ...(await refusals(nobody, taskId))];
    const unknown = [...(await refusals(stranger, 'none')), ...(await refusals(nobody, 'none'))];

    const errorsOf = (replies: readonly unknown[]) => replies.map((one) => (one as Received).error);
    expect(errorsOf(foreign)).toEqual(errorsOf(unknown));
    expect(foreign).toEqual(foreign.map(() => expect.objectContaining(UNKNOWN_ERROR)));
    expect(tool.run().signal.aborted).toBe(false);
  });

  it('is found by its principal in any request', async () => {
    const { bench } = await heldBench();
    const taskId = await open(bench, 'ann').start('held');

    expect(await open(bench, 'ann', 'other').get(taskId)).toMatchObject({ status: 'working' });
  });

  it('is gone, and kept no longer, when its time is over', async () => {
    const { bench, clock, store, tool } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');
    tool.finishAll();
    await settled();

    clock.advance(59_999);
    expect(await peer.get(taskId)).toMatchObject({ status: 'completed', [ttl]: 60_000 });
    clock.advance(1);

    for (const reply of await refusals(peer, taskId)) expect(reply).toMatchObject(UNKNOWN);
    expect(store.size).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('is kept while it works, however long, and says so', async () => {
    const { bench, clock, tool } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');

    for (let half = 0; half < 8; half++) {
      clock.advance(30_000);
      await settled();
    }

    const working = await peer.get(taskId);
    expect(working).toMatchObject({ status: 'working' });
    expect(working[ttl]).toBeGreaterThan(240_000);
    tool.finishAll();
    await settled();
    clock.advance(59_999);
    expect(await peer.get(taskId)).toMatchObject({ status: 'completed' });
    clock.advance(60_000);
    expect(await peer.get(taskId)).toBeUndefined();
  });

  it('shows when it was changed last', async () => {
    const { bench, clock, tool } = await heldBench();
    const peer = open(bench);
    const taskId = await peer.start('held');
    clock.advance(2_500);
    tool.finishAll();
    await settled();

    expect(await peer.get(taskId)).toMatchObject({
      createdAt: '1970-01-01T00:16:40.000Z',
      lastUpdatedAt: '1970-01-01T00:16:42.500Z',
    });
  });
});

const UNKNOWN_ERROR = { error: expect.objectContaining({ code: -32602 }) };

describe('a task whose store does not forget', () => {
  it('is gone nevertheless when its time is over', async () => {
    const tool = new HeldTool('held', { task: 'optional' });
    const bench = await createBench({ tools: [tool.definition], tasks: { store: new LaxStore() } });
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    tool.finishAll();
    await settled();
    bench.clock.advance(60_000);

    expect(await peer.ask('tasks/get', { taskId })).toMatchObject(UNKNOWN);
    expect((await peer.ask('tasks/list'))?.result.tasks).toEqual([]);
    expect(await bench.dispatcher.tasks.find(taskId)).toBeUndefined();
  });

  it('keeps nobody waiting for its result longer than it is kept', async () => {
    const asks = askingTool((ctx) => value(ctx, 'name?'), { task: 'optional' });
    const bench = await createBench({ tools: [asks], tasks: { store: new LaxStore() } });
    const peer = new CorePeer(bench);
    const waiter = await peer.wait(await peer.start('ask'));

    bench.clock.advance(60_000);
    await settled();

    expect(await waiter.answer).toMatchObject(UNKNOWN);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, pending: 0 });
    expect(bench.clock.timers).toBe(0);
  });
});

describe('a task of nobody', () => {
  it('is that of its session in 2025-11-25', async () => {
    const { bench } = await heldBench();
    const taskId = await new CorePeer(bench, { id: 'one' }).start('held');

    const reply = await new CorePeer(bench, { id: 'two' }).ask('tasks/get', { taskId });

    expect(reply).toMatchObject(UNKNOWN);
    expect(await new ExtensionPeer(bench).get(taskId)).toBeUndefined();
  });

  it.each([
    ['2025-11-25', (bench: DispatcherBench) => new CorePeer(bench, { isLasting: false })],
    ['2026-07-28', (bench: DispatcherBench) => new ExtensionPeer(bench)],
  ])('is that of whoever knows its id without a session: %s', async (_era, open) => {
    const { bench } = await heldBench();

    const taskId = await open(bench).start('held');

    expect(await open(bench).get(taskId)).toMatchObject({ status: 'working' });
  });
});

describe('tasks/get', () => {
  it('of 2025-11-25 says which task only once, and takes that from params', async () => {
    const { bench } = await heldBench();
    const peer = new CorePeer(bench);
    const taskId = await peer.start('held');
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 'another' } };

    const reply = await peer.ask('tasks/get', { taskId, _meta });

    expect(reply?.result).toEqual({
      taskId,
      status: 'working',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttl: 60_000,
      pollInterval: 1_000,
    });
  });

  it('of the extension is a complete result', async () => {
    const { bench } = await heldBench();
    const peer = new ExtensionPeer(bench);

    expect(await peer.get(await peer.start('held'))).toEqual({
      resultType: 'complete',
      taskId: 'id-1',
      status: 'working',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttlMs: 60_000,
      pollIntervalMs: 1_000,
      _meta: { 'io.modelcontextprotocol/serverInfo': expect.any(Object) },
    });
  });

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '(%s) is refused without the extension, whatever it names',
    async (method) => {
      const { bench } = await heldBench();
      const taskId = await new ExtensionPeer(bench).start('held');
      const plain = new ExtensionPeer(bench, { capabilities: { elicitation: {} } });

      for (const id of [taskId, 'none']) {
        expect(await plain.ask(method, { taskId: id, ...nothingUpdated })).toMatchObject({
          error: {
            code: -32021,
            data: {
              requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
            },
          },
        });
      }
    },
  );
});
