import { setTimeout } from 'node:timers/promises';
import type {
  CallToolResult,
  Implementation,
  JSONRPCResponse,
  Transport,
} from '@modelcontextprotocol/client';
import { toolAnswer } from './tool-answer.js';
import type { Expected, Transcript } from './transcript.js';

export type Params = Readonly<Record<string, unknown>>;

/** What either revision tells of a task. */
export interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
}

/** Who answered, and the revision that both speak. */
export interface Greeting {
  readonly server: Implementation;
  readonly revision: string | undefined;
}

export const clientInfo = { name: 'bookshop-accounts', version: '1.0.0' };

/**
 * A client that does not wait for a call: the call becomes a task, and the client looks now and then where
 * that is. The official client knows no tasks of 2026-07-28 yet, so this one writes its messages itself.
 */
export abstract class Follower<T extends Task = Task> {
  protected abstract readonly revision: string;
  protected abstract readonly opening: string;
  private readonly waiting = new Map<unknown, (response: JSONRPCResponse) => void>();
  private requests = 0;

  constructor(
    private readonly transcript: Transcript,
    protected readonly transport: Transport,
  ) {
    const onmessage: Transport['onmessage'] = (message) => {
      if (!('method' in message)) this.waiting.get(message.id)?.(message);
    };
    Object.assign(transport, { onmessage });
  }

  /** Connects, plays the scene and leaves. */
  async meet(scene: (follower: Follower<T>) => Promise<void>): Promise<void> {
    await this.transport.start();
    try {
      await this.transcript.step({
        method: this.opening,
        expected: { contains: `revision ${this.revision}` },
        send: async () => {
          const { server, revision } = await this.open();
          return { text: `connected to ${server.name} ${server.version}, revision ${revision}` };
        },
      });
      await scene(this);
    } finally {
      await this.transport.close();
    }
  }

  /** Calls a tool as a task, and takes what that came to. */
  follow(name: string, args: Params, expected: Expected): Promise<void> {
    return this.transcript.step({
      method: 'tools/call',
      about: `${name} ${JSON.stringify(args)}`,
      expected: { ...expected, after: 'a task' },
      send: async () => {
        const task = await this.create({ name, arguments: args });
        this.tell('a task', task);
        return toolAnswer(await this.resultOf(await this.untilEnded(task)));
      },
    });
  }

  protected abstract open(): Promise<Greeting>;

  protected abstract create(call: Params): Promise<T>;

  /** Milliseconds between two looks, as the server wishes. */
  protected abstract intervalOf(task: T): number;

  protected abstract resultOf(task: T): Promise<CallToolResult>;

  protected async request<Result>(method: string, params: Params): Promise<Result> {
    const id = ++this.requests;
    const answered = new Promise<JSONRPCResponse>((resolve) => this.waiting.set(id, resolve));
    await this.transport.send({ jsonrpc: '2.0', id, method, params });
    const response = await answered;
    this.waiting.delete(id);
    if ('error' in response) throw new Error(response.error.message);
    return response.result as Result;
  }

  private async untilEnded(task: T): Promise<T> {
    await setTimeout(this.intervalOf(task));
    const { taskId } = task;
    const now = await this.request<T>('tasks/get', { taskId });
    this.tell('tasks/get', now);
    return now.status === 'working' ? this.untilEnded(now) : now;
  }

  private tell(kind: string, { status, statusMessage = '' }: Task): void {
    this.transcript.aside(kind, `${status} ${statusMessage}`);
  }
}
