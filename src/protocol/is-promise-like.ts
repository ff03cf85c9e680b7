/** True for what can be waited for; an application may return anything where nothing is asked for. */
export const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as Partial<PromiseLike<unknown>> | undefined | null)?.then === 'function';
