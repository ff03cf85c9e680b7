import { McpException } from 'nest-mcp';
import type { RuntimeTool } from 'nest-mcp';
import type { Received } from '../../support/core-peer.js';
import { CorePeer } from '../../support/core-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { ExtensionPeer } from '../../support/extension-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

/** Runs a tool as a task in both eras, and plainly, and gives what came of it. */
async function outcomesOf(tool: Partial<RuntimeTool>, options: BenchOptions = {}) {
  const handler = () => 'done';
  const bench = await createBench({
    tools: [{ name: 'work', task: 'optional', handler, ...tool }],
    ...options,
  });
  const core = new CorePeer(bench);
  const extension = new ExtensionPeer(bench);
  const [coreId, extensionId] = [await core.start('work'), await extension.start('work')];
  await settled();
  const [coreTask, result, detailed] = [
    await core.get(coreId),
    await core.ask('tasks/result', { taskId: coreId }),
    await extension.get(extensionId),
  ];
  const plain = (await core.call('work')) as Received;
  return { bench, coreTask, result, detailed, plain };
}

/** A result with the id of its task beside it. */
const withoutTask = ({ _meta, ...result }: Received): Received => result;

describe('a task whose tool', () => {
  it('returns is completed, with what a plain call gives', async () => {
    const given = await outcomesOf({
      handler: () => ({ content: [], structuredContent: { a: 1 } }),
    });

    expect(given.coreTask).toMatchObject({ status: 'completed' });
    expect(given.detailed).toMatchObject({ status: 'completed' });
    expect(given.detailed.result).toEqual(given.plain.result);
    expect(withoutTask(given.result?.result)).toEqual(given.plain.result);
  });

  it('reports a failure has failed in 2025-11-25, and is completed in the extension', async () => {
    const failed = { content: [{ type: 'text', text: 'no paper' }], isError: true };
    const given = await outcomesOf({ handler: () => failed as never });

    expect(given.coreTask).toMatchObject({ status: 'failed', statusMessage: 'no paper' });
    expect(given.detailed).toMatchObject({ status: 'completed', result: failed });
    expect(given.detailed).not.toHaveProperty('error');
    expect(withoutTask(given.result?.result)).toEqual(failed);
    expect(given.plain.result).toEqual(failed);
  });

  it('throws a protocol error has failed in both', async () => {
    const given = await outcomesOf({
      handler: () => {
        throw new McpException(7, 'out of paper', { tray: 2 });
      },
    });

    const error = { code: 7, message: 'out of paper', data: { tray: 2 } };
    expect(given.coreTask).toMatchObject({ status: 'failed', statusMessage: 'out of paper' });
    expect(given.detailed).toMatchObject({
      status: 'failed',
      statusMessage: 'out of paper',
      error,
    });
    expect(given.detailed).not.toHaveProperty('result');
    expect(given.result?.error).toEqual(error);
    expect(given.plain.error).toEqual(error);
  });

  it('crashes has failed without its secrets, which the log has', async () => {
    const given = await outcomesOf({
      handler: () => {
        throw new Error('password hunter2');
      },
    });

    const text = expect.stringMatching(/^Error \(reference [0-9a-f-]+\)$/);
    const failed = { isError: true, content: [{ type: 'text', text }] };
    expect(given.detailed).toMatchObject({ status: 'completed', result: failed });
    expect(given.result?.result).toMatchObject(failed);
    const shown = JSON.stringify([given.coreTask, given.result, given.detailed]);
    expect(shown).not.toContain('hunter2');
    expect(given.bench.logger.text).toContain('hunter2');
    const stored = await given.bench.dispatcher.tasks.find(given.detailed.taskId);
    expect(JSON.stringify(stored)).not.toContain('hunter2');
  });

  it('gives what its output schema does not allow reports that', async () => {
    const output = {
      type: 'object',
      properties: { sum: { type: 'integer' } },
      required: ['sum'],
    } as const;
    const given = await outcomesOf({ output, handler: () => ({ sum: 'hunter2' }) });

    expect(given.plain.result).toMatchObject({
      isError: true,
      content: [{ text: 'The result of work does not fit its output schema' }],
    });
    expect(given.detailed).toMatchObject({ status: 'completed', result: given.plain.result });
    expect(given.coreTask).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(given.detailed)).not.toContain('hunter2');
  });

  it('gives what JSON cannot say has failed', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const given = await outcomesOf({
      handler: () => ({ content: [], _meta: { circular } }) as never,
    });

    const message = expect.stringMatching(/^TypeError \(reference [0-9a-f-]+\)$/);
    const error = { code: -32603, message };
    expect(given.plain.error).toEqual(error);
    expect(given.detailed).toMatchObject({ status: 'failed', error });
    expect(given.coreTask).toMatchObject({ status: 'failed', statusMessage: message });
    expect(given.result?.error).toEqual(error);
  });

  it('gives more than the limit reports that', async () => {
    const given = await outcomesOf(
      { handler: () => 'x'.repeat(400) },
      { limits: { maxResultBytes: 300 } },
    );

    const text = JSON.stringify({ error: 'result_too_large', limit: 300, retryable: false });
    const tooLarge = { content: [{ type: 'text', text }], isError: true };
    expect(given.plain.result).toEqual(tooLarge);
    expect(given.detailed).toMatchObject({ status: 'completed', result: tooLarge });
    expect(given.coreTask).toMatchObject({ status: 'failed' });
    expect(withoutTask(given.result?.result)).toEqual(tooLarge);
  });

  it('gives what an older client could not parse is fitted to whoever asks', async () => {
    const given = await outcomesOf({
      handler: () => ({ content: [], structuredContent: [1, 2] as never }),
    });

    expect(given.detailed).toMatchObject({ result: { structuredContent: [1, 2] } });
    expect(given.result?.result).not.toHaveProperty('structuredContent');
  });
});

describe.each([
  { era: '2025-11-25', peerOf: CorePeer },
  { era: '2026-07-28', peerOf: ExtensionPeer },
])('a task in $era that takes longer than its tool may', ({ era, peerOf }) => {
  async function timedOut(timeoutMs?: number) {
    const tool = new HeldTool('held', {
      task: 'optional',
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const bench = await createBench({
      tools: [tool.definition],
      limits: { callbackTimeoutMs: 5_000 },
    });
    const peer = new peerOf(bench);
    const taskId = await peer.start('held');
    return { tool, bench, peer, taskId };
  }

  const status = era === '2025-11-25' ? 'failed' : 'completed';

  it.each([
    [undefined, 5_000],
    [7_000, 7_000],
  ])('(%s) is given up after %d ms', async (timeoutMs, expected) => {
    const { bench, tool, peer, taskId } = await timedOut(timeoutMs);

    bench.clock.advance(expected - 1);
    await settled();
    expect(await peer.get(taskId)).toMatchObject({ status: 'working' });
    bench.clock.advance(1);
    await settled();

    expect(await peer.get(taskId)).toMatchObject({ status });
    expect(tool.run().signal.reason).toMatchObject({ name: 'CallbackTimeoutError' });
    expect(JSON.stringify(await bench.dispatcher.tasks.find(taskId))).toContain(
      `callback_timeout\\",\\"timeoutMs\\":${expected}`,
    );
  });

  it('keeps that, whatever its code gives later', async () => {
    const { bench, tool, peer, taskId } = await timedOut();
    bench.clock.advance(5_000);
    await settled();
    const before = await peer.get(taskId);
    tool.run().finish('late');
    await settled();

    expect(await peer.get(taskId)).toEqual(before);
    expect(bench.dispatcher.snapshot()).toMatchObject({ tasks: 0, inFlight: 0, pending: 0 });
  });
});
