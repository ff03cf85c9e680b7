import { MetaKey } from '../../protocol/meta-keys.js';
import type { ActiveCall } from '../active-call.js';
import { currentCapabilities } from '../input-requests/can-ask.js';
import { missingNeeds } from '../input-requests/client-needs.js';
import { McpClientRequestError } from '../input-requests/client-request.error.js';
import type { InputRequest } from '../input-requests/input-request.interface.js';
import { MissingCapabilityException } from '../input-requests/missing-capability.exception.js';
import type {
  QuestionCourier,
  QuestionOutcome,
} from '../input-requests/question-courier.interface.js';
import type { UrlElicitations } from '../input-requests/url-elicitations.js';
import type { TaskQuestion } from '../../tasks/stored-task.interface.js';

/** Puts a question into a task and waits for what somebody answers there. */
export type AskInTask = (
  key: string,
  question: TaskQuestion,
  timeoutMs: number | undefined,
) => Promise<QuestionOutcome>;

/** What bringing questions to the client of a task needs. */
export interface TaskCourierParts {
  readonly taskId: string;
  readonly call: ActiveCall;
  readonly ask: AskInTask;
  readonly elicitations: UrlElicitations;
  readonly onClosed: () => void;
}

/**
 * Questions of a task: they stand in the task until its client finds them there. Which way it answers,
 * is its own affair: by `tasks/update` (2026-07-28), or on the stream of `tasks/result` (2025-11-25).
 */
export class TaskCourier implements QuestionCourier {
  private readonly keys = new Set<string>();

  constructor(private readonly parts: TaskCourierParts) {}

  async deliver(
    name: string,
    request: InputRequest<unknown>,
    timeoutMs: number | undefined,
  ): Promise<QuestionOutcome> {
    const { call, ask } = this.parts;
    call.signal.throwIfAborted();
    this.requireClient(request);
    const { method, params, elicitationId } = request;
    const wait = () => ask(this.keyOf(name), { method, params }, timeoutMs);
    const clock = call.callback?.clock;
    clock?.pause();
    try {
      return await (elicitationId === undefined ? wait() : this.completable(elicitationId, wait));
    } finally {
      clock?.resume();
    }
  }

  close(): void {
    this.parts.onClosed();
  }

  /** A key must never mean two questions, even if the first got no answer (extension: Task Update Requests). */
  private keyOf(name: string): string {
    let key = name;
    for (let times = 2; this.keys.has(key); times++) key = `${name}#${times}`;
    this.keys.add(key);
    return key;
  }

  private completable(id: string, wait: () => Promise<QuestionOutcome>): Promise<QuestionOutcome> {
    const { call, taskId, elicitations } = this.parts;
    const { connection } = call.context;
    if (connection?.isLasting !== true) return wait();
    return elicitations.during(id, connection, wait, { [MetaKey.RelatedTask]: { taskId } });
  }

  private requireClient({ method, needs }: InputRequest<unknown>): void {
    const { context } = this.parts.call;
    const missing = missingNeeds(needs, context.revision, currentCapabilities(context));
    if (missing.length === 0) return;
    if (context.revision.era === 'modern') throw new MissingCapabilityException(missing);
    throw new McpClientRequestError(
      'unsupported',
      `${method}: the client does not support ${missing.join(', ')}`,
    );
  }
}
