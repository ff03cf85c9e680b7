import type { Answer } from '../answer.js';
import type { NO_REPLY } from '../hooks/no-reply.js';
import type { Asking } from '../input-requests/asking.interface.js';
import type { Outlet } from '../outlet.interface.js';

/**
 * What the author says of a task that begins; each default is that of its tool.
 *
 * @publicApi
 */
export interface TaskStart {
  /** Milliseconds the result is kept; a client of 2025-11-25 may say otherwise. */
  readonly ttlMs?: number;
  /** Milliseconds clients are to wait between two looks. */
  readonly pollIntervalMs?: number;
  /** What a person or a model is told first about it. */
  readonly statusMessage?: string;
}

/** What a call needs of the task that it goes on as. */
export interface CallTask {
  readonly id: string;
  /** The way to its client, which the request does not lead to any more. */
  readonly outlet: Outlet;
  readonly asking: Asking;

  /** Says what it is doing. */
  tell(statusMessage: string): void;

  /** Takes what would have been answered. Never rejects. */
  settle(answer: Answer | typeof NO_REPLY): Promise<void>;
}
