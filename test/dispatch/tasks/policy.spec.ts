import type { Authorizer, ReadAuthorization } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { CorePeer } from '../../support/core-peer.js';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

/** Denies every read of tasks once it is told to. */
async function gated() {
  const asked: ReadAuthorization[] = [];
  let answer: () => ReturnType<typeof allow | typeof deny | typeof ask> = allow;
  const authorizer: Authorizer = {
    authorize: allow,
    authorizeRead: (read) => {
      asked.push(read);
      return read.method.startsWith('tasks/') ? answer() : allow();
    },
  };
  const tool = new HeldTool('held', { task: 'optional' });
  const bench = await createBench({ tools: [tool.definition], authorizer });
  const say = (next: typeof answer) => (answer = next);
  return { bench, tool, asked, say };
}

const ERAS = [
  {
    era: '2025-11-25',
    open: (bench: DispatcherBench) => new CorePeer(bench, { principalKey: 'ann' }),
    methods: ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'],
  },
  {
    era: '2026-07-28',
    open: (bench: DispatcherBench) => new ExtensionPeer(bench, { principalKey: 'ann' }),
    methods: ['tasks/get', 'tasks/update', 'tasks/cancel'],
  },
] as const;

describe.each(ERAS)('the policy for reads in $era', ({ open, methods }) => {
  const params = (taskId: string) => ({ taskId, inputResponses: {} });

  it('is asked about every method of tasks, by its name', async () => {
    const { bench, tool, asked } = await gated();
    const peer = open(bench);
    const taskId = await peer.start('held');
    tool.finishAll();
    await settled();
    for (const method of methods) await peer.ask(method, params(taskId));

    expect(asked.map(({ method }) => method)).toEqual(methods);
    // What a client answers to a task is nothing to the policy.
    for (const read of asked) {
      expect(read).toMatchObject({ principalKey: 'ann', params: { taskId } });
      expect(read.params).not.toHaveProperty('inputResponses');
    }
  });

  it.each([
    ['denies', () => deny('not now')],
    ['asks, which nobody can answer for a read', () => ask('Really?')],
  ])('ends the request when it %s, and the task does not notice', async (_what, answer) => {
    const { bench, tool, say } = await gated();
    const peer = open(bench);
    const taskId = await peer.start('held');
    say(answer);

    for (const method of methods) {
      const reply = await peer.ask(method, params(taskId));
      expect(reply).toHaveProperty('error');
      expect(reply).not.toHaveProperty('result');
    }

    expect(tool.run().signal.aborted).toBe(false);
    say(allow);
    expect(await peer.get(taskId)).toMatchObject({ status: 'working' });
  });

  it('tells a known task from an unknown one to nobody whom it denies', async () => {
    const { bench, say } = await gated();
    const peer = open(bench);
    const taskId = await peer.start('held');
    say(() => deny('not now'));

    for (const method of methods) {
      const errorOf = async (id: string) =>
        ((await peer.ask(method, params(id))) as { error?: object } | null)?.error;
      expect(await errorOf(taskId)).toEqual(await errorOf('none'));
    }
  });
});

describe('the policy for tools', () => {
  it('decides about the call, as of any tool', async () => {
    const tool = new HeldTool('held', { task: 'required' });
    const seen: string[] = [];
    const bench = await createBench({
      tools: [tool.definition],
      authorizer: {
        authorize: ({ purpose, name }) => {
          seen.push(`${purpose} ${name}`);
          return allow();
        },
      },
    });
    await new CorePeer(bench).start('held');
    await new ExtensionPeer(bench).start('held');

    expect(seen).toEqual(['call held', 'call held']);
  });
});
