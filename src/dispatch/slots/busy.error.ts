/** Which bound was met. */
export type BusyScope =
  | 'server'
  | 'connection'
  | 'abandoned'
  | 'approvals'
  | 'listens'
  | 'connection_listens'
  | 'subscriptions'
  | 'tasks'
  | 'connection_tasks'
  | 'running_tasks'
  | 'connection_running_tasks';

/** The server will not take on more now; the client may try again. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(
    readonly scope: BusyScope,
    readonly limit: number,
  ) {
    super(`server_busy (${scope}, limit ${limit})`);
  }

  /** What a client is told. */
  get payload() {
    return {
      error: 'server_busy',
      scope: this.scope,
      limit: this.limit,
      retryable: true,
    } as const;
  }
}
