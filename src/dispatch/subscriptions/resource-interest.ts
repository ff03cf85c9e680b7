import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import { isPromiseLike } from '../../protocol/is-promise-like.js';
import type { BackgroundLimits } from './background-places.js';
import { BackgroundPlaces } from './background-places.js';
import type { ResourceWatcher } from './resource-watcher.interface.js';

/** What interest is told with. */
export interface ResourceInterestParts extends BackgroundLimits {
  readonly watchers: readonly ResourceWatcher[];
  readonly logger: Logger;
}

/** One resource, from the first subscription until its watchers know that there is none. */
interface Interest {
  readonly uri: string;
  /** True while there are subscriptions. */
  isWanted: boolean;
  /** What the watchers were told last. */
  isTold: boolean;
  /** True while they are being told. */
  isBusy: boolean;
}

/**
 * Tells watchers which resources somebody cares for. They are told in a microtask, never while somebody
 * subscribes, since what they do must not come between a listen and its acknowledgement. Nothing of this
 * makes a client wait, and no client can make it grow: what came and went while there was no place to
 * tell it is not told at all.
 */
export class ResourceInterest {
  private readonly interests = new Map<string, Interest>();
  /** Those whose watchers are to be told something, in order. */
  private readonly due = new Set<Interest>();
  private readonly places: BackgroundPlaces;
  private isScheduled = false;
  private isClosed = false;

  constructor(private readonly parts: ResourceInterestParts) {
    this.places = new BackgroundPlaces(parts);
  }

  /** Resources that are watched, or about to be; zero at rest. */
  get size(): number {
    return this.interests.size;
  }

  /** A resource has its first subscription. */
  begin(uri: string): void {
    if (!this.isClosed) this.want(uri, true);
  }

  /** A resource has lost its last subscription. */
  end(uri: string): void {
    if (!this.isClosed) this.want(uri, false);
  }

  /** Nobody cares for anything any more. Watchers are told at once, and not waited for. */
  close(): void {
    this.isClosed = true;
    this.places.close();
    for (const interest of [...this.interests.values()]) {
      interest.isWanted = false;
      this.settle(interest);
    }
    this.tellNext();
  }

  private want(uri: string, isWanted: boolean): void {
    const interest = this.interests.get(uri) ?? {
      uri,
      isWanted,
      isTold: false,
      isBusy: false,
    };
    this.interests.set(uri, interest);
    interest.isWanted = isWanted;
    this.settle(interest);
    if (this.due.size > 0) this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.tellNext();
    });
  }

  /** Sees whether there is something to tell. */
  private settle(interest: Interest): void {
    const { uri, isWanted, isTold, isBusy } = interest;
    if (isBusy) return;
    if (isWanted !== isTold) return void this.due.add(interest);
    this.due.delete(interest);
    if (!isTold) this.interests.delete(uri);
  }

  private tellNext(): void {
    for (const interest of this.due) {
      if (!this.isClosed && this.places.areFull) return;
      this.due.delete(interest);
      this.tell(interest);
    }
  }

  private tell(interest: Interest): void {
    interest.isBusy = true;
    interest.isTold = interest.isWanted;
    const { uri, isTold } = interest;
    const pending = this.parts.watchers.flatMap((watcher) => this.call(watcher, uri, isTold) ?? []);
    const done = () => {
      interest.isBusy = false;
      this.settle(interest);
    };
    if (pending.length === 0) return done();
    const place = this.isClosed ? undefined : this.places.take(() => this.tellNext());
    void Promise.all(pending).then(() => {
      place?.leave();
      done();
      this.tellNext();
    });
  }

  /** @returns a promise that never rejects, where the watcher needs time */
  private call(watcher: ResourceWatcher, uri: string, isTold: boolean): Promise<void> | undefined {
    const what = isTold ? 'attached' : 'detached';
    const failed = (thrown: unknown) =>
      this.parts.logger.error(`A watcher of ${uri} failed when it was ${what}: ${inspect(thrown)}`);
    try {
      const outcome: unknown = watcher[what](uri);
      return isPromiseLike(outcome)
        ? Promise.resolve(outcome).then(() => undefined, failed)
        : undefined;
    } catch (thrown) {
      failed(thrown);
      return undefined;
    }
  }
}
