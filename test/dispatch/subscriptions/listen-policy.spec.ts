import type { Authorizer, Decision, ReadAuthorization } from 'nest-mcp';
import { allow, deny } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createListeningBench, UPDATED } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

const ORDER = (number: number) => `shop://orders/${number}`;
const FILTER = { toolsListChanged: true, resourceSubscriptions: [ORDER(1), ORDER(2), ORDER(3)] };

const uriOf = ({ params }: ReadAuthorization) => params.uri as string | undefined;
const reading = (authorizeRead: Authorizer['authorizeRead']): Authorizer => ({
  authorize: allow,
  authorizeRead,
});

/** Somebody's right to read one resource, which may be taken away. */
function rights(...denied: readonly string[]) {
  const withdrawn = new Set(denied);
  const asked: ReadAuthorization[] = [];
  const authorizer = reading((read) => {
    asked.push(read);
    return withdrawn.has(uriOf(read) ?? '') ? deny('not yours') : allow();
  });
  return { authorizer, asked, withdraw: (uri: string) => withdrawn.add(uri) };
}

describe('the policy for reads', () => {
  it('is asked about a listen, then about each resource it names, as about reading it', async () => {
    const { authorizer, asked } = rights();
    const bench = await createListeningBench({ authorizer });
    await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });

    const ann = {
      principal: { id: 'ann' },
      principalKey: 'ann',
      connectionId: undefined,
      transport: 'http',
    };
    expect(asked).toEqual([
      { ...ann, method: 'subscriptions/listen', params: {} },
      ...[1, 2, 3].map((number) => ({
        ...ann,
        method: 'resources/read',
        params: { uri: ORDER(number) },
      })),
    ]);
  });

  it('may refuse the listen as a whole', async () => {
    const bench = await createListeningBench({ authorizer: reading(() => deny('no')) });
    const peer = await ListeningPeer.open(bench, FILTER);

    expect(await peer.answer).toMatchObject({
      error: { code: -33090, data: { method: 'subscriptions/listen', detail: 'no' } },
    });
    expect(peer.messages).toEqual([]);
  });

  it('leaves out of the acknowledgement what this caller may not read', async () => {
    const { authorizer } = rights(ORDER(2));
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, FILTER);
    bench.bus.resourceUpdated(ORDER(2));
    bench.bus.resourceUpdated(ORDER(3));
    await settled();

    expect(peer.honoured).toEqual({ ...FILTER, resourceSubscriptions: [ORDER(1), ORDER(3)] });
    expect(peer.told).toEqual([`resources/updated ${ORDER(3)}`]);
  });

  it('is not asked about what is not there', async () => {
    const { authorizer, asked } = rights();
    const bench = await createListeningBench({ authorizer });
    await ListeningPeer.open(bench, { resourceSubscriptions: ['shop://none'] });

    expect(asked.map(({ method }) => method)).toEqual(['subscriptions/listen']);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['answers nonsense', () => true],
    ['asks', () => ({ kind: 'ask', prompt: 'May it?' })],
  ])('leaves out a resource when it %s', async (_how, decide) => {
    const authorizer = reading(
      (read) => (uriOf(read) === ORDER(1) ? decide() : allow()) as Decision,
    );
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, FILTER);

    expect(peer.honoured).toEqual({ ...FILTER, resourceSubscriptions: [ORDER(2), ORDER(3)] });
  });

  it('that hangs on a resource is over time, and nothing is acknowledged', async () => {
    const decision = deferred<Decision>();
    const authorizer = reading((read) => (uriOf(read) ? decision.promise : allow()));
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, FILTER);
    bench.clock.advance(300_000);

    expect(await peer.answer).toMatchObject({
      error: { code: -33000, message: 'callback_timeout' },
    });
    decision.resolve(allow());
    await settled();
    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('is asked about sixteen resources at a time, however many a client names', async () => {
    const open = new Set<() => void>();
    let most = 0;
    const authorizer = reading((read) => {
      if (uriOf(read) === undefined) return allow();
      return new Promise((resolve) => {
        const answer = () => open.delete(answer) && resolve(allow());
        open.add(answer);
        most = Math.max(most, open.size);
      });
    });
    const bench = await createListeningBench({ authorizer });
    const uris = Array.from({ length: 40 }, (_uri, number) => ORDER(number));
    const peer = await ListeningPeer.open(bench, { resourceSubscriptions: uris });
    while (open.size > 0) {
      for (const answer of open) answer();
      await settled();
    }

    expect(most).toBe(16);
    expect(peer.honoured).toEqual({ resourceSubscriptions: uris });
  });
});

describe('a right that is withdrawn', () => {
  it('keeps an update from a listen, and other updates come', async () => {
    const { authorizer, withdraw } = rights();
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, FILTER);
    withdraw(ORDER(1));
    bench.bus.resourceUpdated(ORDER(1));
    bench.bus.resourceUpdated(ORDER(2));
    await settled();

    expect(peer.told).toEqual([`resources/updated ${ORDER(2)}`]);
  });

  it('keeps an update from a connection, which is asked about as about reading', async () => {
    const { authorizer, withdraw, asked } = rights();
    const bench = await createListeningBench({ authorizer });
    const peer = await DirectPeer.askable(bench, 'a');
    await peer.ask('resources/subscribe', { uri: ORDER(1) });
    await peer.ask('resources/subscribe', { uri: ORDER(2) });
    withdraw(ORDER(1));
    bench.bus.resourceUpdated(ORDER(1));
    bench.bus.resourceUpdated(ORDER(2));
    await settled();

    expect(peer.pushed).toEqual([UPDATED(ORDER(2))]);
    expect(asked.map((read) => [read.method, uriOf(read), read.connectionId])).toEqual([
      ['resources/subscribe', ORDER(1), 'a'],
      ['resources/subscribe', ORDER(2), 'a'],
      ['resources/read', ORDER(1), 'a'],
      ['resources/read', ORDER(2), 'a'],
    ]);
  });

  it('is told to telemetry as a decision', async () => {
    const { authorizer, withdraw } = rights();
    const bench = await createListeningBench({ authorizer });
    await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
    withdraw(ORDER(1));
    bench.bus.resourceUpdated(ORDER(1));
    await settled();

    expect(bench.events.at(-1)).toEqual({
      type: 'decided',
      seam: 'read',
      decision: 'deny',
      method: 'resources/read',
      name: undefined,
      transport: 'http',
      connectionId: undefined,
      principalKey: 'ann',
    });
  });
});

describe('a policy that hangs when a resource changed', () => {
  const setUp = async () => {
    const held: ((decision: Decision) => void)[] = [];
    let hangs = false;
    const authorizer = reading(({ principalKey }) =>
      hangs && principalKey === 'ann' ? new Promise((resolve) => held.push(resolve)) : allow(),
    );
    const bench = await createListeningBench({ authorizer });
    const ann = await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
    const bob = await ListeningPeer.open(bench, FILTER, { principalKey: 'bob' });
    hangs = true;
    return { bench, ann, bob, held };
  };

  it('holds up nobody else, takes no slot, and cannot pile up', async () => {
    const { bench, ann, bob, held } = await setUp();
    for (let change = 0; change < 100; change++) {
      bench.bus.resourceUpdated(ORDER(1));
      bench.bus.resourceUpdated(ORDER(2));
      await settled();
    }

    expect(held).toHaveLength(1);
    expect(bench.clock.timers).toBe(1);
    expect(ann.told).toEqual([]);
    expect(bob.told).toHaveLength(200);
    expect(bench.dispatcher.snapshot().inFlight).toBe(0);
  });

  it('has denied after callbackTimeoutMs, whatever it says then', async () => {
    const { bench, ann, held } = await setUp();
    bench.bus.resourceUpdated(ORDER(1));
    await settled();
    bench.clock.advance(300_000);
    held[0]?.(allow());
    await settled();

    expect(ann.told).toEqual([]);
    expect(bench.logger.lines).toEqual([
      expect.stringMatching(/^warn .*authorizer took longer than limits\.callbackTimeoutMs/),
    ]);
  });

  it('is asked again about later changes once it has answered', async () => {
    const { bench, ann, held } = await setUp();
    bench.bus.resourceUpdated(ORDER(1));
    await settled();
    bench.bus.resourceUpdated(ORDER(1));
    bench.bus.resourceUpdated(ORDER(2));
    await settled();
    for (let turn = 0; turn < 3; turn++) {
      held.at(-1)?.(allow());
      await settled();
    }

    expect(ann.told).toEqual([
      `resources/updated ${ORDER(1)}`,
      `resources/updated ${ORDER(1)}`,
      `resources/updated ${ORDER(2)}`,
    ]);
    expect(bench.clock.timers).toBe(0);
  });

  it('leaves no timer when its listener leaves and the server stops', async () => {
    const { bench, ann } = await setUp();
    bench.bus.resourceUpdated(ORDER(1));
    await settled();
    ann.leave();
    await bench.dispatcher.drain(1);

    expect(bench.clock.timers).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});
