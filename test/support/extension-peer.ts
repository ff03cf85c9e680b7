import type { DispatcherBench } from './dispatcher-bench.js';
import type { Received } from './core-peer.js';
import { ModernPeer } from './modern-peer.js';
import { settled } from './settled.js';

/** The identifier of the extension. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** What clients declare that follow tasks and can be asked things. */
export const FOLLOWS = { elicitation: {}, extensions: { [TASKS]: {} } } as const;

/** A client of 2026-07-28 that follows tasks, unless its capabilities say otherwise. */
export class ExtensionPeer extends ModernPeer {
  constructor(
    bench: DispatcherBench,
    { principalKey, capabilities = FOLLOWS }: { principalKey?: string; capabilities?: object } = {},
  ) {
    super(bench, { capabilities, ...(principalKey !== undefined && { principalKey }) });
  }

  /** Calls a tool that becomes a task, and gives its id. */
  async start(name: string, args: object = {}, more: object = {}): Promise<string> {
    const created = (await this.call(name, args, more)) as Received | null;
    const { resultType, taskId } = created?.result ?? {};
    if (resultType !== 'task') throw new Error(`no task: ${JSON.stringify(created)}`);
    // Its method begins after the answer.
    await settled();
    return taskId;
  }

  /** The task as `tasks/get` shows it. */
  async get(taskId: string): Promise<Received> {
    const reply = (await this.ask('tasks/get', { taskId })) as Received | null;
    return reply?.result;
  }

  update(taskId: string, inputResponses: unknown) {
    return this.ask('tasks/update', { taskId, inputResponses });
  }
}
