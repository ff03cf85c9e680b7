import type { CallToolResult, InitializeResult } from '@modelcontextprotocol/client';
import { clientInfo, Follower, type Greeting, type Params, type Task } from './follower.js';

interface CoreTask extends Task {
  readonly pollInterval: number;
}

/** Follows the tasks of 2025-11-25: the client asks for a task, and later on for its result. */
export class CoreFollower extends Follower<CoreTask> {
  protected readonly revision = '2025-11-25';
  protected readonly opening = 'initialize';

  protected async open(): Promise<Greeting> {
    const opening = { protocolVersion: this.revision, capabilities: {}, clientInfo };
    const { serverInfo, protocolVersion } = await this.request<InitializeResult>(
      this.opening,
      opening,
    );
    this.transport.setProtocolVersion?.(protocolVersion);
    await this.transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return { server: serverInfo, revision: protocolVersion };
  }

  protected async create(call: Params): Promise<CoreTask> {
    const { task } = await this.request<{ task: CoreTask }>('tools/call', { ...call, task: {} });
    return task;
  }

  protected intervalOf({ pollInterval }: CoreTask): number {
    return pollInterval;
  }

  protected resultOf({ taskId }: CoreTask): Promise<CallToolResult> {
    return this.request('tasks/result', { taskId });
  }
}
