import type { RuntimeTool } from 'nest-mcp';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { CorePeer } from '../../support/core-peer.js';
import { MemoryWire } from '../../support/memory-wire.js';
import type { RevisionName } from '../../support/revisions.js';
import { ALL_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';
import { TASKS } from '../../support/extension-peer.js';

const tool = (task?: RuntimeTool['task']): RuntimeTool => ({
  name: 'work',
  ...(task !== undefined && { task }),
  handler: () => 'done',
});

/** What a client of a revision reads of tasks in the capabilities of a server. */
async function declared(version: RevisionName, options: BenchOptions) {
  const bench = await createBench(options);
  const wire = MemoryWire.connectOn(bench, version);
  const [answer] =
    version === MODERN_REVISION
      ? await wire.ask(1, 'server/discover')
      : await wire.ask(1, 'initialize', { protocolVersion: version, capabilities: {} });
  const { tasks, extensions } = answer?.result.capabilities ?? {};
  return { tasks, extensions };
}

const CORE = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
const { list: _list, ...CORE_WITHOUT_LIST } = CORE;
const NOTHING = { tasks: undefined, extensions: undefined };
const EXTENSION = { tasks: undefined, extensions: { [TASKS]: {} } };

describe('tasks as a server declares them', () => {
  it.each<[RevisionName, object]>([
    ['2026-07-28', EXTENSION],
    ['2025-11-25', { tasks: CORE, extensions: undefined }],
    ['2025-06-18', NOTHING],
    ['2025-03-26', NOTHING],
    ['2024-11-05', NOTHING],
  ])('in %s', async (version, expected) => {
    expect(await declared(version, { tools: [tool('optional')] })).toEqual(expected);
  });

  it.each(ALL_REVISIONS)('are not there in %s without a tool that runs as one', async (version) => {
    expect(await declared(version, { tools: [tool()] })).toEqual(NOTHING);
    expect(await declared(version, { tools: [tool('forbidden')] })).toEqual(NOTHING);
  });

  it.each(ALL_REVISIONS)('are not there in %s when they are switched off', async (version) => {
    const options = { tools: [tool('optional')], capabilities: { tasks: false } };

    expect(await declared(version, options)).toEqual(NOTHING);
  });

  it('may be there for tools to come', async () => {
    const options = { tools: [], capabilities: { tasks: true } };

    expect(await declared('2025-11-25', options)).toEqual({ tasks: CORE });
    expect(await declared('2026-07-28', options)).toEqual(EXTENSION);
  });

  it('may be without a list', async () => {
    const options = { tools: [tool('optional')], capabilities: { tasks: { list: false } } };
    const bench = await createBench(options);

    expect(await declared('2025-11-25', options)).toEqual({ tasks: CORE_WITHOUT_LIST });
    expect(await new CorePeer(bench).ask('tasks/list')).toMatchObject({ error: { code: -32601 } });
    expect(await new CorePeer(bench).ask('tasks/get', { taskId: 'x' })).toMatchObject({
      error: { code: -32602 },
    });
  });

  it('have no list where nothing says whose they are', async () => {
    const bench = await createBench({ tools: [tool('optional')] });
    const peer = new CorePeer(bench, { isLasting: false });

    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT };
    const opened = await peer.ask('initialize', params);

    expect(opened?.result.capabilities.tasks).toEqual(CORE_WITHOUT_LIST);
    expect(await peer.ask('tasks/list')).toMatchObject({ error: { code: -32601 } });
  });

  it('must be there for a tool that runs as nothing else', async () => {
    const options = { tools: [tool('required')], capabilities: { tasks: false } };

    await expect(createBench(options)).rejects.toThrow(
      `Tool "work" runs as a task only (task: 'required'), and capabilities.tasks is false`,
    );
  });
});

const CLIENT = { name: 'peer', version: '1.0.0' };

describe('a tool that runs as a task', () => {
  it.each<[RevisionName, unknown]>([
    ['2026-07-28', undefined],
    ['2025-11-25', { taskSupport: 'required' }],
    ['2025-06-18', undefined],
  ])('says so in %s as that can', async (version, execution) => {
    const bench = await createBench({ tools: [tool('required')] });
    const wire = await MemoryWire.openOn(bench, version);

    const [answer] = await wire.ask(1, 'tools/list');

    expect(answer?.result.tools[0].execution).toEqual(execution);
  });

  it.each([undefined, 'forbidden'] as const)('says nothing if it does not: %s', async (task) => {
    const bench = await createBench({ tools: [tool(task)] });

    const { result } = (await new CorePeer(bench).ask('tools/list')) ?? {};

    expect(result.tools[0]).not.toHaveProperty('execution');
  });
});

describe.each([
  { methods: ['get', 'result', 'list', 'cancel'], version: '2025-11-25', missing: ['update'] },
  { methods: ['get', 'update', 'cancel'], version: '2026-07-28', missing: ['result', 'list'] },
] as const)('the methods of tasks in $version', ({ methods, version, missing }) => {
  const codeOf = async (options: BenchOptions, method: string) => {
    const wire = await MemoryWire.openOn(await createBench(options), version);
    const [answer] = await wire.ask(1, `tasks/${method}`, { taskId: 'x' });
    return answer?.error?.code;
  };

  it('are there where tasks are', async () => {
    for (const method of methods) {
      expect(await codeOf({ tools: [tool('optional')] }, method)).not.toBe(-32601);
    }
  });

  it('are not those of the other revision', async () => {
    for (const method of missing) {
      expect(await codeOf({ tools: [tool('optional')] }, method)).toBe(-32601);
    }
  });

  it('are not there where tasks are not', async () => {
    for (const method of methods) expect(await codeOf({ tools: [tool()] }, method)).toBe(-32601);
  });
});
