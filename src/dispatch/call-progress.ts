import type { JsonRpcNotification } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { ProgressToken } from '../protocol/progress-token.js';
import type { ActiveCall } from './active-call.js';

/**
 * Options of `McpContext.progress()`.
 *
 * @publicApi
 */
export interface ProgressOptions {
  /** What `progress` counts towards, if known. */
  readonly total?: number;
  /** What is going on, for a person (2025-03-26 and later). */
  readonly message?: string;
}

/** How far one call is, for the client: values that grow (every revision, Progress). */
export class CallProgress {
  private last = Number.NEGATIVE_INFINITY;
  private hasWarned = false;

  constructor(private readonly call: ActiveCall) {}

  /** What to send, or `undefined` for a value that may not be told; the first of those is logged. */
  advance(
    progressToken: ProgressToken,
    progress: number,
    { total, message }: ProgressOptions,
  ): JsonRpcNotification | undefined {
    if (!Number.isFinite(progress) || progress <= this.last) return this.warn(progress);
    this.last = progress;
    const { revision } = this.call.context;
    const params: JsonObject = {
      progressToken,
      progress,
      ...(Number.isFinite(total) && { total }),
      ...(message !== undefined && revision.hasProgressMessage && { message }),
    };
    return { jsonrpc: '2.0', method: 'notifications/progress', params };
  }

  private warn(progress: number): undefined {
    if (this.hasWarned) return;
    this.hasWarned = true;
    const { method, facts, services } = this.call;
    services?.logger.warn(
      `${method} ${facts.name ?? ''}: progress ${progress} was not told, since it must be a number ` +
        `above ${this.last}`,
    );
  }
}
