import type { Authorizer, Caller } from 'nest-mcp';
import { allow, ask } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

/** A policy that counts how often it decides about the list. */
class CountingPolicy implements Authorizer {
  decisions = 0;

  constructor(
    private readonly keyOf: (caller: Caller) => unknown,
    private readonly decide: Authorizer['authorize'] = allow,
  ) {}

  readonly authorize: Authorizer['authorize'] = (call) => {
    this.decisions++;
    return this.decide(call);
  };

  readonly visibilityKey = (caller: Caller) => this.keyOf(caller) as string | undefined;
}

const bench = (authorizer: Authorizer, options: BenchOptions = {}) =>
  createBench({ tools: [new CountedTool('add')], authorizer, ...options });

const list = (peer: { ask(method: string): Promise<unknown> }) => peer.ask('tools/list');

const names = (reply: unknown): readonly string[] =>
  (reply as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);

describe('the list of tools for callers of one visibility key', () => {
  it('is decided once', async () => {
    const policy = new CountingPolicy(() => 'everybody');
    const given = await bench(policy);
    await list(new DirectPeer(given, 'a'));
    await list(new DirectPeer(given, 'b'));

    expect(policy.decisions).toBe(1);
  });

  it('is decided for each key', async () => {
    const policy = new CountingPolicy(({ connectionId }) => connectionId);
    const given = await bench(policy);
    for (const id of ['a', 'b', 'a', 'b']) await list(new DirectPeer(given, id));

    expect(policy.decisions).toBe(2);
  });

  it('is decided separately for callers who can be asked', async () => {
    const policy = new CountingPolicy(
      () => 'everybody',
      () => ask('Show it?'),
    );
    const given = await bench(policy);
    const askable = await DirectPeer.askable(given, 'b');

    expect(names(await list(new DirectPeer(given, 'a')))).toEqual([]);
    expect(names(await list(askable))).toEqual(['add']);
    expect(names(await list(new DirectPeer(given, 'a')))).toEqual([]);
    expect(policy.decisions).toBe(2);
  });

  it('is decided every time without a key', async () => {
    const policy = new CountingPolicy(() => undefined);
    const given = await bench(policy);
    await list(new DirectPeer(given, 'a'));
    await list(new DirectPeer(given, 'a'));

    expect(policy.decisions).toBe(2);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['is a promise', () => Promise.resolve('everybody')],
    ['is a number', () => 1],
  ])('is decided every time when the key %s', async (_how, keyOf) => {
    const policy = new CountingPolicy(keyOf);
    const given = await bench(policy);
    await list(new DirectPeer(given, 'a'));
    await list(new DirectPeer(given, 'a'));

    expect(policy.decisions).toBe(2);
  });

  it('follows the catalogue', async () => {
    const given = await bench(new CountingPolicy(() => 'everybody'));
    const peer = new DirectPeer(given, 'a');
    await list(peer);

    await given.register([new CountedTool('more')]);
    const grown = names(await list(peer));
    given.registry.unregisterTools(['add']);

    expect([grown, names(await list(peer))]).toEqual([['add', 'more'], ['more']]);
  });

  it('is not kept when the catalogue changed while the policy was thinking', async () => {
    const first = deferred<void>();
    let isFirst = true;
    const given = await bench(
      new CountingPolicy(
        () => 'everybody',
        async () => {
          if (isFirst) {
            isFirst = false;
            await first.promise;
          }
          return allow();
        },
      ),
    );
    const slow = list(new DirectPeer(given, 'a'));
    await settled();
    await given.register([new CountedTool('more')]);
    await list(new DirectPeer(given, 'b'));
    first.resolve();
    await slow;

    expect(names(await list(new DirectPeer(given, 'c')))).toEqual(['add', 'more']);
  });
});

describe('the cache scope of the list of tools', () => {
  const cacheHints = { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } } as const;

  const hint = async (options: BenchOptions) => {
    const reply = await list(new ModernPeer(await createBench(options)));
    const { ttlMs, cacheScope } = (reply as { result: Record<string, unknown> }).result;
    return { ttlMs, cacheScope };
  };

  it('is private where a policy takes part, though the hint says public', async () => {
    expect(await hint({ cacheHints, authorizer: { authorize: allow } })).toEqual({
      ttlMs: 60_000,
      cacheScope: 'private',
    });
  });

  it('is what the hint says without a policy', async () => {
    expect(await hint({ cacheHints })).toEqual({ ttlMs: 60_000, cacheScope: 'public' });
  });

  it('is private without a hint', async () => {
    expect(await hint({ authorizer: { authorize: allow } })).toEqual({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});
