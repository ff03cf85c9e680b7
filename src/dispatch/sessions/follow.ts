import type { Observable } from 'rxjs';
import { Subscription } from 'rxjs';
import { isPromiseLike } from '../../protocol/is-promise-like.js';
import type { SessionLink } from './session-link.interface.js';

/**
 * Hands the values of an Observable to a listener, one after another and in order: while the listener
 * is busy they wait. As many wait as the limit says; then the oldest are dropped, so that a source that
 * is faster than its listener costs no more.
 *
 * @returns closed when the source has ended and the listener is done with its last value
 */
export function follow<T>(
  source: Observable<T>,
  next: (value: T) => unknown,
  link: Pick<SessionLink, 'report' | 'maxWaiting'>,
): Subscription {
  const subscription = new Subscription();
  const feed = new Feed(next, link, () => subscription.unsubscribe());
  subscription.add(() => feed.end());
  subscription.add(
    source.subscribe({
      next: (value) => feed.take(value),
      complete: () => feed.complete(),
      error: (thrown: unknown) => {
        link.report(thrown, 'an Observable of ctx.subscribe()');
        feed.complete();
      },
    }),
  );
  return subscription;
}

class Feed<T> {
  private readonly waiting: T[] = [];
  private isBusy = false;
  private isComplete = false;
  private hasWarned = false;

  constructor(
    private readonly next: (value: T) => unknown,
    private readonly link: Pick<SessionLink, 'report' | 'maxWaiting'>,
    private readonly onDone: () => void,
  ) {}

  take(value: T): void {
    this.waiting.push(value);
    if (!this.isBusy) return this.drain();
    if (this.waiting.length <= this.link.maxWaiting) return;
    this.waiting.shift();
    this.warn();
  }

  /** No value comes after those that wait. */
  complete(): void {
    this.isComplete = true;
    if (!this.isBusy) this.onDone();
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
    if (this.isComplete) this.onDone();
  }

  /** What is still to be waited for, if anything. Never rejects. */
  private attempt(value: T): Promise<void> | undefined {
    try {
      const result = this.next(value);
      if (!isPromiseLike(result)) return undefined;
      return Promise.resolve(result).then(() => undefined, this.report);
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
