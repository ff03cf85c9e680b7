import type { RuntimeTool } from 'nest-mcp';
import { randomId } from '../../../src/protocol/id-generator.js';
import { deferred } from '../../../src/protocol/deferred.js';
import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { SlowStore } from './slow-store.js';

const RELATED = 'io.modelcontextprotocol/related-task';

/** The time of a clock that was not moved. */
const BEGAN = '1970-01-01T00:16:40.000Z';

const held = (task: RuntimeTool['task'] = 'optional') => new HeldTool('held', { task });

async function benchWith(tool: HeldTool, more: Parameters<typeof createBench>[0] = {}) {
  return createBench({ tools: [tool.definition], ...more });
}

describe('a task of 2025-11-25', () => {
  it('is looked at as often as the server says, unless its tool says otherwise', async () => {
    const bench = await createBench({
      tools: [
        held().definition,
        { ...held({ pollIntervalMs: 250 }).definition, name: 'impatient' },
      ],
      limits: { taskPollIntervalMs: 3_000 },
    });
    const peer = new CorePeer(bench);

    const created = await peer.call('held', {}, { task: {} });
    const other = await peer.call('impatient', {}, { task: {} });

    expect(created?.result.task.pollInterval).toBe(3_000);
    expect(other?.result.task.pollInterval).toBe(250);
  });

  it('is answered with at once, as a task with its id beside it', async () => {
    const bench = await benchWith(held());

    const created = await new CorePeer(bench).call('held', {}, { task: {} });

    expect(created?.result).toEqual({
      task: {
        taskId: 'id-1',
        status: 'working',
        createdAt: BEGAN,
        lastUpdatedAt: BEGAN,
        ttl: 60_000,
        pollInterval: 1_000,
      },
      _meta: { [RELATED]: { taskId: 'id-1' } },
    });
  });

  it('says what its tool says of it, and what a model may be told meanwhile', async () => {
    const terms = {
      ttlMs: 5_000,
      pollIntervalMs: 250,
      statusMessage: 'packing',
      immediateResponse: 'It is on its way.',
    };
    const bench = await benchWith(held(terms));

    const created = await new CorePeer(bench).call('held', {}, { task: {} });

    expect(created?.result).toMatchObject({
      task: { ttl: 5_000, pollInterval: 250, statusMessage: 'packing' },
      _meta: {
        [RELATED]: { taskId: 'id-1' },
        'io.modelcontextprotocol/model-immediate-response': 'It is on its way.',
      },
    });
  });

  it.each([
    ['no ttl', {}, 60_000],
    ['0', { ttl: 0 }, 1_000],
    ['a negative one', { ttl: -1 }, 1_000],
    ['a short one', { ttl: 999 }, 1_000],
    ['the shortest', { ttl: 1_000 }, 1_000],
    ['one between', { ttl: 1_234 }, 1_234],
    ['one with a fraction', { ttl: 1_234.5 }, 1_235],
    ['the longest', { ttl: 3_600_000 }, 3_600_000],
    ['one a millisecond longer', { ttl: 3_600_001 }, 3_600_000],
    ['a huge one', { ttl: 1e300 }, 3_600_000],
  ])('is kept as long as the client says, within bounds: %s', async (_what, task, ttl) => {
    const bench = await benchWith(held());
    const peer = new CorePeer(bench);

    const created = await peer.call('held', {}, { task });

    expect(created?.result.task.ttl).toBe(ttl);
    expect(await peer.get('id-1')).toMatchObject({ ttl });
  });

  it.each([{ ttl: 'long' }, { ttl: null }, { ttl: true }, { ttl: [5_000] }])(
    'is not made for a ttl that is no number: %j',
    async (task) => {
      const tool = held();
      const bench = await benchWith(tool);

      expect(await new CorePeer(bench).call('held', {}, { task })).toMatchObject({
        error: { code: -32602, message: 'tools/call: task.ttl must be a number of milliseconds' },
      });
      expect(tool.runs).toHaveLength(0);
    },
  );

  it('has a lifetime that the options of the server bound', async () => {
    const bench = await benchWith(held(), { limits: { taskTtlMs: 2_000, maxTaskTtlMs: 3_000 } });
    const peer = new CorePeer(bench);

    expect((await peer.call('held', {}, { task: {} }))?.result.task.ttl).toBe(2_000);
    expect((await peer.call('held', {}, { task: { ttl: 4_000 } }))?.result.task.ttl).toBe(3_000);
  });
});

describe('a task of the extension', () => {
  it('is answered with at once, flat, with nothing of its outcome', async () => {
    const bench = await benchWith(held());

    const created = (await new ExtensionPeer(bench).call('held')) as { result: object };

    expect(created.result).toEqual({
      resultType: 'task',
      taskId: 'id-1',
      status: 'working',
      createdAt: BEGAN,
      lastUpdatedAt: BEGAN,
      ttlMs: 60_000,
      pollIntervalMs: 1_000,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bench', version: '0.1.0' } },
    });
  });

  it('says what its tool says of it', async () => {
    const terms = { ttlMs: 5_000, pollIntervalMs: 250, statusMessage: 'packing' };
    const bench = await benchWith(held({ ...terms, immediateResponse: 'Soon.' }));

    const created = (await new ExtensionPeer(bench).call('held')) as { result: object };

    expect(created.result).toMatchObject(terms);
    expect(JSON.stringify(created)).not.toContain('Soon.');
  });

  it('is kept as long as the tool says, within the bounds of the server', async () => {
    const bench = await benchWith(held({ ttlMs: 5_000_000 }));
    const short = await benchWith(held({ ttlMs: 1 }));

    expect(await new ExtensionPeer(bench).call('held')).toMatchObject({
      result: { ttlMs: 3_600_000 },
    });
    expect(await new ExtensionPeer(short).call('held')).toMatchObject({ result: { ttlMs: 1_000 } });
  });
});

describe.each([
  { era: '2025-11-25', peerOf: CorePeer },
  { era: '2026-07-28', peerOf: ExtensionPeer },
])('a task that begins in $era', ({ peerOf }) => {
  it('has an id that nobody can guess, and no other has', async () => {
    const tool = held();
    const bench = await benchWith(tool, {
      nextId: randomId,
      limits: { maxRunningTasks: 64, maxRunningTasksPerOwner: 64 },
    });
    const peer = new peerOf(bench);

    const ids: string[] = [];
    while (ids.length < 50) ids.push(await peer.start('held'));

    expect(new Set(ids).size).toBe(50);
    // Six bits each.
    for (const id of ids) expect(id).toMatch(/^[\w-]{22,}$/);
  });

  it('runs, and can be found, before the client knows of it', async () => {
    const { promise: kept, resolve: keep } = deferred<void>();
    const clock = new ManualClock();
    const tool = held();
    const bench = await benchWith(tool, { clock, tasks: { store: new SlowStore(kept, clock) } });
    const peer = new peerOf(bench);

    let created: string | undefined;
    const creation = peer.start('held').then((id) => (created = id));
    await settled();
    expect([created, tool.runs.length]).toEqual([undefined, 0]);
    keep();
    await creation;

    expect(await peer.get('id-1')).toMatchObject({ taskId: 'id-1', status: 'working' });
    expect(tool.runs).toHaveLength(1);
  });

  it('is not made of a call that is refused', async () => {
    const tool = new HeldTool('held', {
      task: 'optional',
      input: { type: 'object', properties: { sum: { type: 'integer' } } },
    });
    const store = new MemoryTaskStore(new ManualClock());
    const bench = await benchWith(tool, { tasks: { store } });

    const reply = (await new peerOf(bench).call('held', { sum: 'x' }, { task: {} })) as {
      result: object;
    };

    expect(reply.result).toMatchObject({ isError: true });
    expect(store.size).toBe(0);
  });

  it('is not made where the store fails, which the client is told without its reasons', async () => {
    class BrokenStore extends MemoryTaskStore {
      override create(): never {
        throw new Error('password hunter2');
      }
    }
    const tool = held();
    const bench = await benchWith(tool, { tasks: { store: new BrokenStore(new ManualClock()) } });

    const reply = await new peerOf(bench).call('held', {}, { task: {} });

    expect(JSON.stringify(reply)).not.toContain('hunter2');
    expect(reply).not.toHaveProperty('result.task');
    expect(reply).not.toHaveProperty('result.taskId');
    expect(tool.runs).toHaveLength(0);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });
  });
});

describe('a task that is being made', () => {
  it('is forgotten again when its request was cancelled meanwhile', async () => {
    const { promise: kept, resolve: keep } = deferred<void>();
    const clock = new ManualClock();
    const store = new SlowStore(kept, clock);
    const tool = held();
    const bench = await benchWith(tool, { clock, tasks: { store } });
    const peer = new CorePeer(bench);

    const request = peer.request('tools/call', { name: 'held', arguments: {}, task: {} });
    await settled();
    request.cancel();
    expect(await request.answer).toBeNull();
    keep();
    await settled();

    expect([store.size, tool.runs.length]).toEqual([0, 0]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0, abandoned: 0 });
    expect(clock.timers).toBe(0);
  });
});
