import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { settled } from '../../../test/support/settled.js';
import { ResourceInterest } from './resource-interest.js';
import type { ResourceWatcher } from './resource-watcher.interface.js';

const TIMEOUT = 1_000;

/** A watcher whose calls end when the test says so, oldest first. */
class HeldWatcher implements ResourceWatcher {
  readonly calls: string[] = [];
  private readonly held: (() => void)[] = [];

  attached = (uri: string) => this.hold(`+${uri}`);
  detached = (uri: string) => this.hold(`-${uri}`);

  async release(): Promise<void> {
    this.held.shift()?.();
    await settled();
  }

  private hold(call: string): Promise<void> {
    this.calls.push(call);
    return new Promise((resolve) => this.held.push(resolve));
  }
}

/** A watcher that is done at once. */
class SwiftWatcher implements ResourceWatcher {
  readonly calls: string[] = [];
  attached = (uri: string) => void this.calls.push(`+${uri}`);
  detached = (uri: string) => void this.calls.push(`-${uri}`);
}

function setUp(watchers: readonly ResourceWatcher[], maxAbandoned = 32) {
  const errors: string[] = [];
  const logger = Object.assign(new Logger(), { error: (text: string) => void errors.push(text) });
  const clock = new ManualClock();
  const parts = { watchers, clock, logger, timeoutMs: TIMEOUT, maxAbandoned };
  const interest = new ResourceInterest(parts);
  return { interest, clock, errors };
}

describe('interest in a resource', () => {
  it('is told when it begins and when it ends', async () => {
    const watcher = new SwiftWatcher();
    const { interest } = setUp([watcher]);
    interest.begin('a');
    await settled();
    expect(watcher.calls).toEqual(['+a']);

    interest.end('a');
    await settled();
    expect(watcher.calls).toEqual(['+a', '-a']);
    expect(interest.size).toBe(0);
  });

  it('is told to every watcher, and not while it begins', async () => {
    const watchers = [new SwiftWatcher(), new SwiftWatcher()];
    const { interest } = setUp(watchers);
    interest.begin('a');
    expect(watchers.map(({ calls }) => calls)).toEqual([[], []]);
    await settled();

    expect(watchers.map(({ calls }) => calls)).toEqual([['+a'], ['+a']]);
  });

  it('that ends where it begins is not told', async () => {
    const watcher = new SwiftWatcher();
    const { interest } = setUp([watcher]);
    interest.begin('a');
    interest.end('a');
    expect(interest.size).toBe(0);
    await settled();

    expect(watcher.calls).toEqual([]);
  });

  it('waits with the next word on a resource until the last is heard', async () => {
    const watcher = new HeldWatcher();
    const { interest } = setUp([watcher]);
    interest.begin('a');
    await settled();
    interest.end('a');
    interest.begin('b');
    await settled();
    expect(watcher.calls).toEqual(['+a', '+b']);

    await watcher.release();
    expect(watcher.calls).toEqual(['+a', '+b', '-a']);
  });

  it('that went and came while it was told has not changed', async () => {
    const watcher = new HeldWatcher();
    const { interest } = setUp([watcher]);
    interest.begin('a');
    await settled();
    interest.end('a');
    interest.begin('a');
    await watcher.release();

    expect(watcher.calls).toEqual(['+a']);
    expect(interest.size).toBe(1);
  });

  it.each([
    [
      'throw',
      () => {
        throw new Error('no feed');
      },
    ],
    ['reject', () => Promise.reject(new Error('no feed'))],
  ])('is told all the same to watchers that %s, and to the others', async (_how, fail) => {
    const other = new SwiftWatcher();
    const { interest, errors, clock } = setUp([{ attached: fail, detached: fail }, other]);
    interest.begin('a');
    await settled();
    interest.end('a');
    await settled();

    expect(other.calls).toEqual(['+a', '-a']);
    expect(errors).toEqual([
      expect.stringMatching(/^A watcher of a failed when it was attached: Error: no feed/),
      expect.stringMatching(/^A watcher of a failed when it was detached: Error: no feed/),
    ]);
    expect([interest.size, clock.timers]).toEqual([0, 0]);
  });

  it('takes what a watcher gives for nothing, unless it is a promise', async () => {
    const give = (value: unknown) => () => value as void;
    const { interest, errors } = setUp([{ attached: give(new Map()), detached: give(7) }]);
    interest.begin('a');
    await settled();
    interest.end('a');
    await settled();

    expect([errors, interest.size]).toEqual([[], 0]);
  });

  it('may be changed by the watcher it is told to', async () => {
    const calls: string[] = [];
    const { interest } = setUp([
      {
        attached: (uri) => {
          calls.push(`+${uri}`);
          interest.end(uri);
        },
        detached: (uri) => void calls.push(`-${uri}`),
      },
    ]);
    interest.begin('a');
    await settled();

    expect(calls).toEqual(['+a', '-a']);
    expect(interest.size).toBe(0);
  });
});

describe('many interests', () => {
  const begin = (interest: ResourceInterest, count: number, from = 0) => {
    for (let index = from; index < from + count; index++) interest.begin(`${index}`);
    return settled();
  };

  it('are told sixteen at a time, in order', async () => {
    const watcher = new HeldWatcher();
    const { interest } = setUp([watcher]);
    await begin(interest, 20);
    expect(watcher.calls).toHaveLength(16);

    await watcher.release();
    expect(watcher.calls).toHaveLength(17);
    for (let turn = 0; turn < 30; turn++) await watcher.release();
    expect(watcher.calls).toEqual(Array.from({ length: 20 }, (_, index) => `+${index}`));
  });

  it('that go before it is their turn leave nothing behind', async () => {
    const watcher = new HeldWatcher();
    const { interest } = setUp([watcher]);
    await begin(interest, 16);
    for (let turn = 0; turn < 100; turn++) {
      await begin(interest, 10, 100 * turn + 100);
      for (let index = 0; index < 10; index++) interest.end(`${100 * turn + 100 + index}`);
    }

    expect(watcher.calls).toHaveLength(16);
    expect(interest.size).toBe(16);
  });

  it('are told past watchers that hang, up to maxAbandoned of them', async () => {
    const watcher = new HeldWatcher();
    const { interest, clock } = setUp([watcher], 20);
    await begin(interest, 100);
    clock.advance(TIMEOUT);
    await settled();
    expect(watcher.calls).toHaveLength(32);
    clock.advance(TIMEOUT);
    await settled();
    // The last place is taken with 19 of them, while 15 others are not overdue yet.
    expect(watcher.calls).toHaveLength(35);
    clock.advance(TIMEOUT);
    await settled();
    expect(watcher.calls).toHaveLength(35);

    for (let turn = 0; turn < 200; turn++) await watcher.release();
    expect(watcher.calls).toHaveLength(100);
    expect(clock.timers).toBe(0);
  });
});

describe('the end of the server', () => {
  it('ends every interest at once, however many there are', async () => {
    const watcher = new SwiftWatcher();
    const { interest } = setUp([watcher]);
    for (let index = 0; index < 40; index++) interest.begin(`${index}`);
    await settled();
    interest.close();

    expect(watcher.calls.slice(40)).toEqual(Array.from({ length: 40 }, (_, index) => `-${index}`));
    expect(interest.size).toBe(0);
  });

  it('lets what is being told be heard first, and waits for nothing', async () => {
    const watcher = new HeldWatcher();
    const { interest, clock } = setUp([watcher]);
    for (let index = 0; index < 17; index++) interest.begin(`${index}`);
    await settled();
    interest.close();
    expect(watcher.calls).toHaveLength(16);
    expect(clock.timers).toBe(0);

    for (let turn = 0; turn < 40; turn++) await watcher.release();
    expect(watcher.calls.slice(16).toSorted()).toEqual(
      Array.from({ length: 16 }, (_, index) => `-${index}`).toSorted(),
    );
    expect(interest.size).toBe(0);
  });

  it('is the end: nothing begins any more', async () => {
    const watcher = new SwiftWatcher();
    const { interest } = setUp([watcher]);
    interest.close();
    interest.begin('a');
    interest.end('a');
    await settled();

    expect([watcher.calls, interest.size]).toEqual([[], 0]);
  });
});

describe('any sequence of interest', () => {
  type Step =
    { readonly uri: string; readonly how: 'begin' | 'end' } | 'turn' | 'release' | 'close';
  const steps: fc.Arbitrary<readonly Step[]> = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: toggle() },
      { weight: 3, arbitrary: fc.constant('turn' as const) },
      { weight: 3, arbitrary: fc.constant('release' as const) },
      { weight: 1, arbitrary: fc.constant('close' as const) },
    ),
    { maxLength: 40 },
  );

  function toggle() {
    return fc.record({
      uri: fc.constantFrom('a', 'b', 'c'),
      how: fc.constantFrom('begin' as const, 'end' as const),
    });
  }

  /** Alternates, never overlaps, and fails or takes its time as it likes. */
  class StrictWatcher implements ResourceWatcher {
    readonly attachedNow = new Set<string>();
    private readonly busy = new Set<string>();
    private readonly held: (() => void)[] = [];
    private count = 0;

    attached = (uri: string) => {
      expect(this.attachedNow.has(uri)).toBe(false);
      this.attachedNow.add(uri);
      return this.hear(uri);
    };

    detached = (uri: string) => {
      expect(this.attachedNow.has(uri)).toBe(true);
      this.attachedNow.delete(uri);
      return this.hear(uri);
    };

    releaseAll(): void {
      for (const release of this.held.splice(0)) release();
    }

    private hear(uri: string): void | Promise<void> {
      expect(this.busy.has(uri)).toBe(false);
      const way = this.count++ % 4;
      if (way === 0) return undefined;
      if (way === 1) throw new Error('expected');
      this.busy.add(uri);
      return new Promise((resolve, reject) => {
        this.held.push(() => {
          this.busy.delete(uri);
          if (way === 2) resolve();
          else reject(new Error('expected'));
        });
      });
    }
  }

  it('is told balanced, without overlaps, and to its last state', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const watcher = new StrictWatcher();
        const { interest, clock, errors } = setUp([watcher]);
        const wanted = new Set<string>();
        let isClosed = false;
        for (const step of given) {
          if (step === 'turn') await settled();
          else if (step === 'release') watcher.releaseAll();
          else if (step === 'close') {
            interest.close();
            wanted.clear();
            isClosed = true;
          } else if (wanted.has(step.uri) !== (step.how === 'begin')) {
            interest[step.how](step.uri);
            if (step.how === 'end') wanted.delete(step.uri);
            else if (!isClosed) wanted.add(step.uri);
          }
        }
        for (let turn = 0; turn < 10; turn++) {
          await settled();
          watcher.releaseAll();
        }

        expect(watcher.attachedNow).toEqual(wanted);
        expect(interest.size).toBe(wanted.size);
        expect(clock.timers).toBe(0);
        for (const error of errors) expect(error).toContain('Error: expected');

        for (const uri of wanted) interest.end(uri);
        for (let turn = 0; turn < 5; turn++) {
          await settled();
          watcher.releaseAll();
        }
        expect(watcher.attachedNow.size).toBe(0);
        expect(interest.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
