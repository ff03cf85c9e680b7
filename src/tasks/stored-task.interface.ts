import type { JsonRpcErrorObject } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';

/**
 * Where a task is (2025-11-25, Tasks: Task Status Lifecycle; extension `io.modelcontextprotocol/tasks`:
 * Task Status). The last three are final.
 *
 * @publicApi
 */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/**
 * What the request of a task came to: its result, also one with `isError`, or its JSON-RPC error.
 *
 * @publicApi
 */
export type TaskOutcome = { readonly result: JsonObject } | { readonly error: JsonRpcErrorObject };

/**
 * What a task asks of its client, under a key that it uses once only.
 *
 * @publicApi
 */
export interface TaskQuestion {
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * What a client answered to a question of a task.
 *
 * @publicApi
 */
export type TaskAnswer = { readonly result: JsonObject } | { readonly error: JsonRpcErrorObject };

/**
 * What is kept of one task, whatever revision its client speaks. All of it is JSON. Arguments, headers
 * and tokens are not in it; questions, answers and the outcome are.
 *
 * @publicApi
 */
export interface StoredTask {
  /** Version of this form. */
  readonly v: 1;
  /** Unguessable; whoever knows it and is its owner may use the task. */
  readonly taskId: string;
  /** Which server of the application it is of, where a store has several; absent: the default one. */
  readonly server?: string;
  /** Grows by one with each change. */
  readonly version: number;
  /** Whose it is: a principal, or a session without one. Absent: whoever knows its id. */
  readonly owner?: string;
  /** The tool it runs. */
  readonly tool: string;
  readonly status: TaskStatus;
  /** What is going on, for a person or a model. */
  readonly statusMessage?: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastUpdatedAt: number;
  /** Milliseconds it is kept, since it was created. It grows while the task works. */
  readonly ttlMs: number;
  /** Milliseconds a client is to wait between two looks. */
  readonly pollIntervalMs: number;
  /** Questions without an answer; there are some exactly while it is `input_required`. */
  readonly questions: Readonly<Record<string, TaskQuestion>>;
  /** Answers that the process which runs the task has not taken yet. */
  readonly answers: Readonly<Record<string, TaskAnswer>>;
  /** There once it is `completed` or `failed`. */
  readonly outcome?: TaskOutcome;
}
