import type { Observable, Subscription } from 'rxjs';
import type { SessionLink } from './session-link.interface.js';

/**
 * Hands the values of an Observable to a listener, one after another and in order: while the listener
 * is busy they wait. As many wait as the limit says; then the oldest are dropped, so that a source that
 * is faster than its listener costs no more.
 */
export function follow<T>(
  source: Observable<T>,
  next: (value: T) => unknown,
  link: Pick<SessionLink, 'report' | 'maxWaiting'>,
): Subscription {
  const feed = new Feed(next, link);
  const subscription = source.subscribe({
    next: (value) => feed.take(value),
    error: (thrown: unknown) => link.report(thrown, 'an Observable of ctx.subscribe()'),
  });
  subscription.add(() => feed.end());
  return subscription;
}

class Feed<T> {
  private readonly waiting: T[] = [];
  private isBusy = false;
  private hasWarned = false;

  constructor(
    private readonly next: (value: T) => unknown,
    private readonly link: Pick<SessionLink, 'report' | 'maxWaiting'>,
  ) {}

  take(value: T): void {
    this.waiting.push(value);
    if (!this.isBusy) return this.drain();
    if (this.waiting.length <= this.link.maxWaiting) return;
    this.waiting.shift();
    this.warn();
  }

  /** What waits is dropped. */
  end(): void {
    this.waiting.length = 0;
  }

  private drain(): void {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const rest = this.attempt(this.waiting.shift() as T);
      if (rest !== undefined) return void rest.then(() => this.drain());
    }
    this.isBusy = false;
  }

  /** What is still to be waited for, if anything. Never rejects. */
  private attempt(value: T): Promise<void> | undefined {
    try {
      const result = this.next(value);
      return isPromise(result) ? result.then(() => undefined, this.report) : undefined;
    } catch (thrown) {
      this.report(thrown);
      return undefined;
    }
  }

  private readonly report = (thrown: unknown): void =>
    this.link.report(thrown, 'a listener of ctx.subscribe()');

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    const { link } = this;
    const why = `values come faster than it takes them, limits.maxSessionEvents (${link.maxWaiting}) is met`;
    link.report(new Error(`${why}; the oldest are dropped`), 'a listener of ctx.subscribe()');
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | undefined | null)?.then === 'function';
