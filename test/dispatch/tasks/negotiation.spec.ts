import type { RuntimeTool } from 'nest-mcp';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ExtensionPeer, FOLLOWS, TASKS } from '../../support/extension-peer.js';

const SUPPORTS = ['forbidden', 'optional', 'required'] as const;

const tools: readonly RuntimeTool[] = SUPPORTS.map((task) => ({
  name: task,
  task,
  handler: () => 'done',
}));

const RESULT = { result: { content: [{ type: 'text', text: 'done' }] } };
const CORE_TASK = { result: { task: { status: 'working' } } };
const EXTENSION_TASK = { result: { resultType: 'task', status: 'working' } };
const NO_METHOD = { error: { code: -32601 } };
const MISSING = {
  error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } },
};

const PLAIN = {};
const AS_TASK = { task: {} };

describe('in 2025-11-25 the client decides, within what the tool supports:', () => {
  it.each([
    ['forbidden', PLAIN, RESULT],
    ['forbidden', AS_TASK, NO_METHOD],
    ['optional', PLAIN, RESULT],
    ['optional', AS_TASK, CORE_TASK],
    ['required', PLAIN, NO_METHOD],
    ['required', AS_TASK, CORE_TASK],
  ])('%s, called with %j', async (name, more, expected) => {
    const bench = await createBench({ tools });

    expect(await new CorePeer(bench).call(name, {}, more)).toMatchObject(expected);
  });

  it('a tool that says nothing supports none', async () => {
    const bench = await createBench({
      tools: [...tools, { name: 'plain', handler: () => 'done' }],
    });
    const peer = new CorePeer(bench);

    expect(await peer.call('plain', {}, AS_TASK)).toMatchObject(NO_METHOD);
    expect(await peer.call('plain')).toMatchObject(RESULT);
  });

  it('what the tool says of when it starts does not count', async () => {
    const tool: RuntimeTool = {
      name: 'told',
      task: { starts: 'when-told' },
      handler: () => 'done',
    };
    const bench = await createBench({ tools: [tool] });

    expect(await new CorePeer(bench).call('told', {}, AS_TASK)).toMatchObject(CORE_TASK);
  });

  it('that the client declares the extension means nothing', async () => {
    const bench = await createBench({ tools });
    const peer = new CorePeer(bench, { capabilities: FOLLOWS });

    expect(await peer.call('optional')).toMatchObject(RESULT);
    expect(await peer.call('required')).toMatchObject(NO_METHOD);
  });

  it.each([{ task: 1 }, { task: null }, { task: [] }, { task: 'yes' }])(
    '%j is no task',
    async (more) => {
      const bench = await createBench({ tools });

      expect(await new CorePeer(bench).call('optional', {}, more)).toMatchObject({
        error: { code: -32602 },
      });
    },
  );
});

describe('in 2026-07-28 the tool decides, for clients that declare the extension:', () => {
  it.each([
    ['forbidden', FOLLOWS, RESULT],
    ['optional', FOLLOWS, EXTENSION_TASK],
    ['required', FOLLOWS, EXTENSION_TASK],
    ['forbidden', {}, RESULT],
    ['optional', {}, RESULT],
    ['required', {}, MISSING],
    ['optional', { extensions: {} }, RESULT],
    ['optional', { extensions: { 'io.example/other': {} } }, RESULT],
    ['optional', { tasks: { requests: { tools: { call: {} } } } }, RESULT],
  ])('%s, called by a client with %j', async (name, capabilities, expected) => {
    const bench = await createBench({ tools });

    const reply = await new ExtensionPeer(bench, { capabilities }).call(name);

    expect(reply).toMatchObject(expected);
  });

  it.each([
    ['forbidden', RESULT],
    ['optional', EXTENSION_TASK],
    ['required', EXTENSION_TASK],
  ])('params.task is no member of theirs: %s', async (name, expected) => {
    const bench = await createBench({ tools });

    const replies = [AS_TASK, { task: 1 }, { task: { ttl: 'soon' } }].map((more) =>
      new ExtensionPeer(bench).call(name, {}, more),
    );

    for (const reply of await Promise.all(replies)) expect(reply).toMatchObject(expected);
  });

  it('each request declares it anew', async () => {
    const bench = await createBench({ tools });
    await new ExtensionPeer(bench).start('optional');

    const reply = await new ExtensionPeer(bench, { capabilities: {} }).call('optional');

    expect(reply).toMatchObject(RESULT);
  });
});

describe('where tasks are not declared', () => {
  const options = { tools: tools.slice(0, 2), capabilities: { tasks: false } };

  it.each(['forbidden', 'optional'])('params.task means nothing: %s', async (name) => {
    const bench = await createBench(options);
    const peer = new CorePeer(bench);

    expect(await peer.call(name, {}, AS_TASK)).toMatchObject(RESULT);
    expect(await peer.call(name, {}, { task: { ttl: 'soon' } })).toMatchObject(RESULT);
  });

  it.each(['forbidden', 'optional'])('the extension makes none: %s', async (name) => {
    const bench = await createBench(options);

    expect(await new ExtensionPeer(bench).call(name)).toMatchObject(RESULT);
  });
});

describe('revisions without tasks', () => {
  it.each(['2025-06-18', '2025-03-26', '2024-11-05'])(
    'do not know params.task: %s',
    async (version) => {
      const bench = await createBench({ tools });
      const peer = new CorePeer(bench, { version });

      expect(await peer.call('forbidden', {}, AS_TASK)).toMatchObject(RESULT);
      expect(await peer.call('optional', {}, AS_TASK)).toMatchObject(RESULT);
      expect(await peer.call('required', {}, AS_TASK)).toMatchObject(NO_METHOD);
    },
  );
});
