import type { McpContext, RuntimeTool } from 'nest-mcp';
import { FunctionHandler } from '../../../src/registry/handlers/function-handler.js';
import { deferred } from '../../../src/protocol/deferred.js';
import type { Received } from '../../support/core-peer.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { ManualClock } from '../../support/manual-clock.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';
import { SlowStore } from './slow-store.js';

const tool = (task: RuntimeTool['task'], handler: (ctx: McpContext) => unknown): RuntimeTool => ({
  name: 'work',
  ...(task !== undefined && { task }),
  handler: (_args: unknown, ctx: McpContext) => handler(ctx),
});

const WHEN_TOLD = { starts: 'when-told' } as const;

describe('ctx.startTask()', () => {
  it('is refused in a tool without the option, which may go on', async () => {
    const bench = await createBench({
      tools: [tool(undefined, (ctx) => ctx.startTask().catch((error: unknown) => String(error)))],
    });

    for (const peer of [new CorePeer(bench), new ExtensionPeer(bench)]) {
      const reply = (await peer.call('work')) as Received;
      expect(reply.result.content[0].text).toBe(
        "TypeError: ctx.startTask() needs a tool that may: @McpTool({ task: 'optional' })",
      );
    }
  });

  it('is refused in a prompt', async () => {
    const bench = await createBench({ tools: [tool('optional', () => 'x')] });
    const handler = new FunctionHandler('Desk.letter', ((_args: unknown, ctx: McpContext) =>
      ctx.startTask().then(String, (error: unknown) => String(error))) as never);
    bench.registry.catalogue.add({ prompts: [{ name: 'letter', handler } as never] });

    const reply = (await new ExtensionPeer(bench).ask('prompts/get', {
      name: 'letter',
    })) as Received;

    expect(reply.result.messages[0].content.text).toContain('TypeError: ctx.startTask() needs');
  });

  it('makes one task, however often it is called', async () => {
    const seen: unknown[] = [];
    const bench = await createBench({
      tools: [
        tool(WHEN_TOLD, async (ctx) => {
          seen.push(ctx.taskId);
          seen.push(await ctx.startTask(), ctx.taskId, await ctx.startTask(), ctx.taskId);
        }),
      ],
    });
    const taskId = await new ExtensionPeer(bench).start('work');
    await settled();

    expect(seen).toEqual([undefined, true, taskId, true, taskId]);
    expect(bench.events.filter(({ type }) => type === 'task_created')).toHaveLength(1);
  });

  it('makes one task when it is called twice at once', async () => {
    const seen: unknown[] = [];
    const bench = await createBench({
      tools: [
        tool(WHEN_TOLD, async (ctx) => {
          seen.push(...(await Promise.all([ctx.startTask(), ctx.startTask()])), ctx.taskId);
        }),
      ],
    });
    const taskId = await new ExtensionPeer(bench).start('work');
    await settled();

    expect(seen).toEqual([true, true, taskId]);
    expect(bench.events.filter(({ type }) => type === 'task_created')).toHaveLength(1);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });
  });

  it('that nobody awaited makes none of a call that has ended meanwhile', async () => {
    const { promise: kept, resolve: keep } = deferred<void>();
    const clock = new ManualClock();
    const store = new SlowStore(kept, clock);
    const bench = await createBench({
      clock,
      tasks: { store },
      tools: [
        tool(WHEN_TOLD, (ctx) => {
          void ctx.startTask();
          return 'quick';
        }),
      ],
    });

    const reply = await new ExtensionPeer(bench).call('work');
    keep();
    await settled();

    expect(reply).toMatchObject({ result: { content: [{ text: 'quick' }] } });
    expect([store.size, clock.timers]).toEqual([0, 0]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0 });
    expect(bench.events.some(({ type }) => type === 'task_created')).toBe(false);
  });

  it('that nobody awaited ends no process when it is refused', async () => {
    const bench = await createBench({
      tools: [
        tool(undefined, (ctx) => {
          void ctx.startTask();
          return settled().then(() => 'done');
        }),
      ],
    });

    expect(await new CorePeer(bench).call('work')).toMatchObject({
      result: { content: [{ text: 'done' }] },
    });
  });

  it('says in its own words what the tool says of tasks', async () => {
    const start = { ttlMs: 5_000, pollIntervalMs: 50, statusMessage: 'begun' };
    const bench = await createBench({ tools: [tool(WHEN_TOLD, (ctx) => ctx.startTask(start))] });

    expect(await new ExtensionPeer(bench).call('work')).toMatchObject({ result: start });
  });

  it.each([{ ttlMs: 0 }, { ttlMs: Number.NaN }, { ttlMs: 1.5 }, { pollIntervalMs: -1 }])(
    'takes no times but whole milliseconds: %j',
    async (start) => {
      const bench = await createBench({
        tools: [tool(WHEN_TOLD, async (ctx) => ctx.startTask(start).catch(String))],
      });

      const reply = (await new ExtensionPeer(bench).call('work')) as Received;

      expect(reply.result.content[0].text).toMatch(/^RangeError: ctx\.startTask\(\): /);
    },
  );

  it('does nothing for whoever cannot follow a task, or wants none', async () => {
    const bench = await createBench({
      tools: [tool(WHEN_TOLD, async (ctx) => `${await ctx.startTask()} ${ctx.taskId}`)],
    });
    const peers = [
      new CorePeer(bench),
      new CorePeer(bench, { version: '2025-06-18', id: 'old' }),
      new ExtensionPeer(bench, { capabilities: {} }),
    ];

    for (const peer of peers) {
      const reply = (await peer.call('work')) as Received;
      expect(reply.result.content[0].text).toBe('false undefined');
    }
  });

  it('that is refused as busy may be caught, and then it is a call', async () => {
    const bench = await createBench({
      limits: { maxRunningTasks: 1, maxRunningTasksPerOwner: 1 },
      tools: [
        tool(WHEN_TOLD, async (ctx) => {
          const isTask = await ctx.startTask().catch((error: Error) => error.name);
          if (isTask === true) await new Promise(() => undefined);
          return isTask;
        }),
      ],
    });
    const peer = new ExtensionPeer(bench);
    await peer.start('work');

    const reply = (await peer.call('work')) as Received;

    expect(reply.result.content[0].text).toBe('BusyError');
  });

  it('never comes in a call that ends before', async () => {
    const bench = await createBench({ tools: [tool(WHEN_TOLD, () => 'quick')] });

    expect(await new ExtensionPeer(bench).call('work')).toMatchObject({
      result: { resultType: 'complete', content: [{ text: 'quick' }] },
    });
  });
});

describe('ctx.taskId', () => {
  it.each([
    ['2025-11-25', CorePeer],
    ['2026-07-28', ExtensionPeer],
  ])('is there from the start where the task is: %s', async (_era, peerOf) => {
    let seen: string | undefined;
    const bench = await createBench({ tools: [tool('optional', (ctx) => (seen = ctx.taskId))] });

    const taskId = await new peerOf(bench).start('work');

    expect(seen).toBe(taskId);
  });
});

describe('the state of a session', () => {
  async function writing(isFailing = false) {
    let end: () => void = () => undefined;
    const bench = await createBench({
      tools: [
        tool('optional', async (ctx) => {
          ctx.state.set('step', 'begun');
          await new Promise<void>((resolve) => (end = resolve));
          ctx.state.set('step', 'done');
          if (isFailing) throw new Error('x');
        }),
      ],
    });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    const [session] = bench.dispatcher.sessions.list();
    await wire.request(1, 'tools/call', { name: 'work', arguments: {}, task: {} });
    return { finish: () => (end(), settled()), state: () => session?.state };
  }

  it('has what a task wrote once that has ended', async () => {
    const { finish, state } = await writing();
    expect(state()).toEqual({});

    await finish();

    expect(state()).toEqual({ step: 'done' });
  });

  it('has nothing of a task that failed', async () => {
    const { finish, state } = await writing(true);

    await finish();

    expect(state()).toEqual({});
  });
});
