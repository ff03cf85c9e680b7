import { from, Subject, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { settled } from '../../../test/support/settled.js';
import { deferred } from '../../protocol/deferred.js';
import { follow } from './follow.js';

function setUp(next: (value: number) => unknown, maxWaiting = 2) {
  const source = new Subject<number>();
  const reports: string[] = [];
  const report = (thrown: unknown) => void reports.push((thrown as Error).message);
  const subscription = follow(source, next, { report, maxWaiting });
  return { source, reports, subscription };
}

describe('a listener to an Observable', () => {
  it('gets every value at once while it returns nothing', () => {
    const seen: number[] = [];
    const { source } = setUp((value) => void seen.push(value));
    for (let value = 0; value < 10_000; value++) source.next(value);

    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
  });

  it('gets one value after another while it is busy', async () => {
    const gates = [deferred<void>(), deferred<void>()];
    const seen: number[] = [];
    const { source } = setUp((value) => {
      seen.push(value);
      return gates[value]?.promise;
    });
    source.next(0);
    source.next(1);
    source.next(2);
    await settled();
    expect(seen).toEqual([0]);

    gates[0]?.resolve();
    await settled();
    expect(seen).toEqual([0, 1]);
    gates[1]?.resolve();
    await settled();
    expect(seen).toEqual([0, 1, 2]);
  });

  it('misses the oldest values past the limit, and the log says so once', async () => {
    const gate = deferred<void>();
    const seen: number[] = [];
    const { source, reports } = setUp((value) => {
      seen.push(value);
      return gate.promise;
    });
    for (const value of [0, 1, 2]) source.next(value);
    expect(reports).toEqual([]);
    for (const value of [3, 4]) source.next(value);
    gate.resolve();
    await settled();

    expect(seen).toEqual([0, 3, 4]);
    expect(reports).toEqual([expect.stringContaining('limits.maxSessionEvents (2)')]);
  });

  it('takes what it causes itself after what it is at', () => {
    const seen: string[] = [];
    const { source } = setUp((value) => {
      seen.push(`begin ${value}`);
      if (value === 0) source.next(1);
      seen.push(`end ${value}`);
    });
    source.next(0);

    expect(seen).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1']);
  });

  it('that throws or rejects is reported, and gets the next value', async () => {
    const seen: number[] = [];
    const { source, reports } = setUp((value) => {
      seen.push(value);
      if (value === 0) throw new Error('thrown');
      return value === 1 ? Promise.reject(new Error('rejected')) : undefined;
    });
    for (const value of [0, 1, 2]) source.next(value);
    await settled();

    expect(seen).toEqual([0, 1, 2]);
    expect(reports).toEqual(['thrown', 'rejected']);
  });

  it('gets nothing that waited once it has stopped listening', async () => {
    const gate = deferred<void>();
    const seen: number[] = [];
    const { source, subscription } = setUp((value) => {
      seen.push(value);
      return gate.promise;
    });
    source.next(0);
    source.next(1);
    subscription.unsubscribe();
    gate.resolve();
    await settled();

    expect(seen).toEqual([0]);
    expect(source.observed).toBe(false);
  });

  it('gets every value of a source that has ended meanwhile', async () => {
    const seen: number[] = [];
    const link = { report: () => undefined, maxWaiting: 5 };
    const subscription = follow(from([0, 1, 2]), async (value) => void seen.push(value), link);
    expect(subscription.closed).toBe(false);
    await settled();

    expect(seen).toEqual([0, 1, 2]);
    expect(subscription.closed).toBe(true);
  });

  it('is over with a source that fails at once, which is reported', () => {
    const reports: unknown[] = [];
    const link = { report: (thrown: unknown) => void reports.push(thrown), maxWaiting: 5 };
    const subscription = follow(
      throwError(() => 'no source'),
      () => undefined,
      link,
    );

    expect(reports).toEqual(['no source']);
    expect(subscription.closed).toBe(true);
  });

  it('is subscribed from its beginning to the end of the source, or its own', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const endless = hot('--a-b-c--d');
      const finite = cold('a-b|');
      const seen = new Subject<string>();
      const link = { report: () => undefined, maxWaiting: 1 };
      const first = follow(endless, (value) => seen.next(value), link);
      follow(finite, () => undefined, link);
      cold('-----x').subscribe(() => first.unsubscribe());

      expectObservable(seen).toBe('--a-b----');
      expectSubscriptions(endless.subscriptions).toBe('^----!');
      expectSubscriptions(finite.subscriptions).toBe('^--!');
    });
  });
});
