import type { CallToolResult } from '../protocol/content.interface.js';
import { deferred } from '../protocol/deferred.js';
import { TASKS_EXTENSION } from '../protocol/extension-id.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { TaskStatus } from '../tasks/stored-task.interface.js';
import type { ClientAnswers } from './client-answers.js';
import type { Conversation, RequestOptions } from './conversation.js';
import type { ProgressFollower } from './incoming.js';
import { McpTestError } from './mcp-test.error.js';
import { show } from './show.js';

/**
 * Where a task is, as the revision shows it.
 *
 * @publicApi
 */
export interface TestTaskState extends JsonObject {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
}

/**
 * A call that goes on as a task, in either era.
 *
 * @example
 * ```ts
 * const task = await client.startTask('render_report', { year: 2026 });
 * expect(await task.result()).toMatchObject({ content: [{ text: 'https://reports.example/2026.pdf' }] });
 * ```
 * @publicApi
 */
export class McpTestTask {
  readonly taskId: string;

  /** @internal made by the client */
  constructor(
    private readonly conversation: Conversation,
    private readonly answers: ClientAnswers,
    { taskId }: TestTaskState,
    private readonly follower: ProgressFollower | undefined,
  ) {
    this.taskId = taskId;
  }

  /**
   * Calls a tool as a task.
   *
   * @internal made by the client
   */
  static async start(
    conversation: Conversation,
    answers: ClientAnswers,
    params: JsonObject,
    options: RequestOptions & { readonly ttlMs?: number },
  ): Promise<McpTestTask> {
    const { ttlMs: ttl, onProgress, meta = {}, signal } = options;
    const isCore = conversation.revision.tasks === 'core';
    const asked = isCore ? { ...params, task: ttl === undefined ? {} : { ttl } } : params;
    const follower = onProgress && conversation.follow(onProgress);
    const result = await conversation.request('tools/call', asked, {
      signal,
      meta: follower ? { ...meta, progressToken: follower.token } : meta,
      capabilities: follows(answers),
    });
    const task = isCore ? result.task : result.resultType === 'task' ? result : undefined;
    if (isJsonObject(task)) {
      return new McpTestTask(conversation, answers, task as unknown as TestTaskState, follower);
    }
    const answer = [`answer: ${show(result)}`];
    throw conversation.error(`${String(params.name)} did not become a task`, answer);
  }

  /** Where it is now. */
  async get(): Promise<TestTaskState> {
    return (await this.request('tasks/get')) as unknown as TestTaskState;
  }

  /**
   * Waits until it has ended. What it asks meanwhile is answered like the questions of a call.
   *
   * @returns what the call would have been answered with
   * @throws McpTestError when that is an error, or the task was cancelled
   */
  async result(): Promise<CallToolResult> {
    const isCore = this.conversation.revision.tasks === 'core';
    try {
      const result = isCore ? await this.request('tasks/result') : await this.follow();
      return result as unknown as CallToolResult;
    } finally {
      this.follower?.end();
    }
  }

  /** Calls it off. */
  async cancel(): Promise<void> {
    await this.request('tasks/cancel');
  }

  private request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const { taskId } = this;
    const capabilities = follows(this.answers);
    return this.conversation.request(method, { taskId, ...params }, { capabilities });
  }

  /** Looks whenever the server tells of a change (extension `io.modelcontextprotocol/tasks`). */
  private follow(): Promise<JsonObject> {
    const { conversation, taskId } = this;
    return conversation.track(`task ${taskId}`, {}, async () => {
      const listen = await conversation.listen({ taskIds: [taskId] }, follows(this.answers));
      const broken = deferred<never>();
      broken.promise.catch(() => undefined);
      const asked = new Set<string>();
      try {
        for (;;) {
          const task = await this.get();
          if (task.status === 'completed') return task.result as JsonObject;
          if (task.status !== 'working') this.requireGoingOn(task);
          const { inputRequests = {} } = task;
          for (const [key, question] of Object.entries(inputRequests as JsonObject)) {
            if (asked.has(key)) continue;
            asked.add(key);
            this.answer(key, question).catch(broken.reject);
          }
          const news = await Promise.race([listen.next(), broken.promise]);
          if (news === undefined)
            throw conversation.error(`task ${taskId} is not followed any more`);
        }
      } finally {
        await listen.close();
      }
    });
  }

  private requireGoingOn(task: TestTaskState): void {
    if (task.status === 'input_required') return;
    const { status, statusMessage = '', error } = task;
    const { code, message = statusMessage, data } = isJsonObject(error) ? error : {};
    const { message: words } = this.conversation.error(
      `task ${this.taskId} is ${status}: ${[code, message].filter(Boolean).join(' ')}`,
    );
    throw new McpTestError(words, { code: code as number | undefined, data });
  }

  private async answer(key: string, question: unknown): Promise<void> {
    const inputResponses = await this.answers.answerAll({ [key]: question });
    if (inputResponses === undefined) {
      throw this.conversation.error(`task ${this.taskId} asks what this client cannot answer`, [
        `question: ${show(question)}`,
      ]);
    }
    await this.request('tasks/update', { inputResponses });
  }
}

/** The extension, beside those the client declares for itself. */
const follows = ({ capabilities: { extensions } }: ClientAnswers): JsonObject => ({
  extensions: { ...(isJsonObject(extensions) && extensions), [TASKS_EXTENSION]: {} },
});
