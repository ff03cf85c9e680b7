import fc from 'fast-check';
import type { ChangedList } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { ListeningBench } from '../../support/listening-bench.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';
import { residueOf } from '../model/residue.js';
import { CACHES } from '../model/run.js';

const LISTS: readonly ChangedList[] = ['tools', 'resources', 'prompts'];
const URIS = ['shop://all', 'shop://orders/1', 'shop://orders/2'];
const CONNECTIONS = ['a', 'b'];
const PRINCIPALS = ['ann', 'bob'];
const LIMITS = { maxListens: 4, maxListensPerPrincipal: 3, maxSubscriptions: 2 };

type Change = { readonly list: ChangedList } | { readonly uri: string };

type Step =
  | {
      readonly type: 'listen';
      readonly lists: readonly ChangedList[];
      readonly uris: readonly string[];
      readonly who: string;
    }
  | { readonly type: 'leave'; readonly nth: number }
  | {
      readonly type: 'subscribe' | 'unsubscribe';
      readonly connection: string;
      readonly uri: string;
    }
  | { readonly type: 'connect' | 'disconnect'; readonly connection: string }
  | { readonly type: 'publish'; readonly changes: readonly Change[] };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ list: fc.constantFrom(...LISTS) }),
  fc.record({ uri: fc.constantFrom(...URIS, 'shop://nobody') }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('listen' as const),
    lists: fc.subarray([...LISTS]),
    uris: fc.subarray([...URIS]),
    who: fc.constantFrom(...PRINCIPALS),
  }),
  fc.record({ type: fc.constant('leave' as const), nth: fc.nat(5) }),
  fc.record({
    type: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
    connection: fc.constantFrom(...CONNECTIONS),
    uri: fc.constantFrom(...URIS),
  }),
  fc.record({
    type: fc.constantFrom('connect' as const, 'disconnect' as const),
    connection: fc.constantFrom(...CONNECTIONS),
  }),
  fc.record({
    type: fc.constant('publish' as const),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  }),
);

const nameOf = (given: Change): string =>
  'list' in given ? `${given.list}/list_changed` : `resources/updated ${given.uri}`;

/** Somebody who is told, and what it must have been told. */
interface Expectation {
  readonly told: () => readonly string[];
  readonly expected: string[];
}

interface ExpectedListen extends Expectation {
  readonly peer: ListeningPeer;
  readonly who: string;
  readonly wants: ReadonlySet<string>;
}

interface ExpectedConnection extends Expectation {
  readonly peer: DirectPeer;
  readonly uris: Set<string>;
}

/** What a dispatcher must have told to whom. */
class Model {
  readonly everybody: Expectation[] = [];
  private readonly listens = new Set<ExpectedListen>();
  private readonly connections = new Map<string, ExpectedConnection>();

  constructor(private readonly bench: ListeningBench) {}

  get snapshot() {
    const uris = [...this.listens].flatMap(({ wants }) =>
      [...wants].filter((wish) => wish.startsWith('resources/updated ')),
    );
    const subscribed = [...this.connections.values()].map((connection) => connection.uris.size);
    return {
      listens: this.listens.size,
      pending: this.listens.size,
      connections: this.connections.size,
      subscriptions: subscribed.reduce((sum, size) => sum + size, uris.length),
    };
  }

  async take(given: Step): Promise<void> {
    if (given.type === 'listen') await this.listen(given);
    else if (given.type === 'publish') this.publish(given.changes);
    else if (given.type === 'leave') this.leave([...this.listens][given.nth]);
    else if ('uri' in given) await this.subscribe(given);
    else if (given.type === 'connect') await this.connect(given.connection);
    else this.disconnect(given.connection);
    await settled();
  }

  /** Everybody leaves. */
  async end(): Promise<void> {
    for (const listen of [...this.listens]) this.leave(listen);
    for (const name of CONNECTIONS) this.disconnect(name);
    await settled();
  }

  private async listen({ lists, uris, who }: Extract<Step, { type: 'listen' }>): Promise<void> {
    const filter = {
      ...Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true])),
      resourceSubscriptions: uris,
    };
    const ofPrincipal = [...this.listens].filter((listen) => listen.who === who);
    const isRefused =
      this.listens.size >= LIMITS.maxListens || ofPrincipal.length >= LIMITS.maxListensPerPrincipal;
    const peer = await ListeningPeer.open(this.bench, filter, { principalKey: who });
    expect(peer.messages).toHaveLength(isRefused ? 0 : 1);
    if (isRefused) return expect(peer.end).toMatchObject({ error: { code: -33000 } });
    const wants = new Set([
      ...lists.map((list) => nameOf({ list })),
      ...uris.map((uri) => nameOf({ uri })),
    ]);
    const entry = { peer, who, wants, expected: [], told: () => peer.told };
    this.listens.add(entry);
    this.everybody.push(entry);
  }

  private leave(listen: ExpectedListen | undefined): void {
    if (listen === undefined) return;
    listen.peer.leave();
    this.listens.delete(listen);
  }

  /** A second one takes over. */
  private async connect(name: string): Promise<void> {
    const peer = await DirectPeer.askable(this.bench, name);
    const told = () =>
      peer.pushed.map((message) => {
        const { method, params } = message as { method: string; params: { uri?: string } };
        const kind = method.replace('notifications/', '');
        return params.uri === undefined ? kind : `${kind} ${params.uri}`;
      });
    const entry = { peer, uris: new Set<string>(), expected: [], told };
    this.connections.set(name, entry);
    this.everybody.push(entry);
  }

  private disconnect(name: string): void {
    this.connections.get(name)?.peer.leave();
    this.connections.delete(name);
  }

  private async subscribe({
    type,
    connection,
    uri,
  }: Extract<Step, { type: 'subscribe' | 'unsubscribe' }>): Promise<void> {
    const entry = this.connections.get(connection);
    if (entry === undefined) return;
    const { peer, uris } = entry;
    const answer = await peer.ask(`resources/${type}`, { uri });
    const isRefused =
      type === 'subscribe' && !uris.has(uri) && uris.size >= LIMITS.maxSubscriptions;
    expect(answer).toMatchObject(isRefused ? { error: { code: -32000 } } : { result: {} });
    if (isRefused) return;
    if (type === 'subscribe') uris.add(uri);
    else uris.delete(uri);
  }

  private publish(changes: readonly Change[]): void {
    for (const given of changes) {
      if ('list' in given) this.bench.bus.listChanged(given.list);
      else this.bench.bus.resourceUpdated(given.uri);
    }
    for (const name of new Set(changes.map(nameOf))) {
      for (const { wants, expected } of this.listens) if (wants.has(name)) expected.push(name);
      for (const { uris, expected } of this.connections.values()) {
        const isWanted = name.endsWith('/list_changed') || uris.has(name.split(' ')[1] ?? '');
        if (isWanted) expected.push(name);
      }
    }
  }
}

describe('listens and subscriptions under random sequences', () => {
  it.each([
    ['without a policy', undefined],
    [
      'with a policy that takes its time',
      {
        authorize: () => ({ kind: 'allow' }) as const,
        authorizeRead: async () => {
          await Promise.resolve();
          return { kind: 'allow' } as const;
        },
      },
    ],
  ])(
    'tell everybody exactly what it asked for, in order, and leave nothing behind, %s',
    async (_how, authorizer) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const bench = await createListeningBench({ limits: LIMITS, authorizer });
          const model = new Model(bench);
          const untouched = residueOf(bench.dispatcher, CACHES);
          for (const given of steps) {
            await model.take(given);
            expect(bench.dispatcher.snapshot()).toMatchObject(model.snapshot);
            for (const { told, expected } of model.everybody) {
              // Lists need no policy, so they overtake resources that wait for one.
              const inOrder = (all: readonly string[]) =>
                authorizer === undefined ? all : all.toSorted();
              expect(inOrder(told())).toEqual(inOrder(expected));
            }
          }
          await model.end();
          expect(bench.dispatcher.snapshot()).toEqual({
            ...AT_REST,
            connections: 0,
            capabilities: 0,
          });
          expect(bench.clock.timers).toBe(0);
          expect(residueOf(bench.dispatcher, CACHES)).toEqual(untouched);
        }),
        { numRuns: 120 },
      );
    },
    60_000,
  );
});
