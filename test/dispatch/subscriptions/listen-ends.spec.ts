import { MetaKey } from '../../../src/protocol/meta-keys.js';
import { Connection } from '../../../src/sessions/connection.js';
import type { Decision } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST } from '../../support/asking-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const FILTER = { toolsListChanged: true, resourceSubscriptions: ['shop://all', 'shop://orders/1'] };

const publishAll = (bench: Awaited<ReturnType<typeof createListeningBench>>) => {
  bench.bus.listChanged('tools');
  bench.bus.resourceUpdated('shop://all');
  bench.bus.resourceUpdated('shop://orders/1');
  return settled();
};

describe('an open listen', () => {
  it('is counted, holds no slot and no timer, and is not bounded in time', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, FILTER);
    expect(bench.dispatcher.snapshot()).toMatchObject({
      pending: 1,
      inFlight: 0,
      listens: 1,
      subscriptions: 2,
    });
    expect(bench.clock.timers).toBe(0);

    bench.clock.advance(2 ** 31);
    await publishAll(bench);

    expect(peer.end).toBeUndefined();
    expect(peer.told).toHaveLength(3);
  });

  it('does not keep calls from running', async () => {
    const limits = { maxInFlight: 1, maxInFlightPerConnection: 1 };
    const bench = await createListeningBench({ limits });
    await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
    await bench.register([{ name: 'x', handler: () => 'x ran' }]);

    expect(await new ModernPeer(bench, { principalKey: 'ann' }).call('x')).toMatchObject({
      result: { content: [{ text: 'x ran' }] },
    });
  });
});

describe('a listen whose client leaves', () => {
  it('is told nothing more, not even a result, and leaves nothing behind', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, FILTER);

    peer.leave();
    await publishAll(bench);

    expect(await peer.answer).toBeNull();
    expect(peer.told).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('takes no other with it', async () => {
    const bench = await createListeningBench();
    const [gone, stays] = [
      await ListeningPeer.open(bench, FILTER),
      await ListeningPeer.open(bench, FILTER),
    ];

    gone.leave();
    await publishAll(bench);

    expect(stays.told).toHaveLength(3);
    expect(bench.dispatcher.snapshot()).toMatchObject({ listens: 1, subscriptions: 2 });
  });

  it('in the turn in which it came is never registered', async () => {
    const bench = await createListeningBench();
    const peer = new ListeningPeer(bench, { notifications: FILTER });
    peer.leave();
    await publishAll(bench);

    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('while the policy decides is never registered', async () => {
    const decision = deferred<Decision>();
    const authorizer = { authorize: allow, authorizeRead: () => decision.promise };
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, FILTER);

    peer.leave();
    decision.resolve(allow());
    await publishAll(bench);

    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('in the middle of the acknowledgement leaves nothing behind', async () => {
    const bench = await createListeningBench();
    const peer: ListeningPeer = new ListeningPeer(
      bench,
      { notifications: FILTER },
      { onMessage: () => peer.leave() },
    );
    await publishAll(bench);

    expect(await peer.answer).toBeNull();
    expect(peer.told).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('by cancelling its id on a shared link is over, and so is no other', async () => {
    const bench = await createListeningBench();
    const scope = new Connection('link', undefined);
    const peers = [
      await ListeningPeer.open(bench, FILTER, { id: 7, scope }),
      await ListeningPeer.open(bench, FILTER, { id: '7', scope }),
    ];
    const params = { requestId: 7 };
    bench.dispatcher.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, scope);
    await publishAll(bench);

    expect(peers.map(({ end, told }) => [end, told.length])).toEqual([
      [null, 0],
      [undefined, 3],
    ]);
  });

  it('is told to telemetry', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
    peer.leave();
    await settled();

    const facts = { method: 'subscriptions/listen', transport: 'http', principalKey: 'ann' };
    const told = bench.events.filter(({ type }) => !type.startsWith('request_'));
    expect(told).toEqual([
      expect.objectContaining({ type: 'listen_opened', ...facts }),
      expect.objectContaining({ type: 'listen_closed', by: 'client', ...facts }),
      expect.objectContaining({ type: 'cancelled' }),
    ]);
  });
});

describe('a server that stops', () => {
  it('ends a listen at once, with a result', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, FILTER, { id: 0 });

    await bench.dispatcher.drain(2_000);

    expect(await peer.answer).toEqual({
      jsonrpc: '2.0',
      id: 0,
      result: {
        resultType: 'complete',
        _meta: {
          [MetaKey.SubscriptionId]: 0,
          [MetaKey.ServerInfo]: expect.objectContaining({ name: 'bench' }),
        },
      },
    });
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.clock.timers).toBe(0);
    expect(bench.events.at(-2)).toMatchObject({ type: 'listen_closed', by: 'server' });
  });

  it('does so while it still waits for calls', async () => {
    const held = new HeldTool();
    const bench = await createListeningBench({ tools: [held.definition] });
    const peer = await ListeningPeer.open(bench, FILTER);
    const call = new ModernPeer(bench).call(held.name);
    await settled();
    let isOver = false;
    const draining = bench.dispatcher.drain(2_000).then(() => (isOver = true));
    await settled();

    expect(peer.end).toHaveProperty('result');
    expect(isOver).toBe(false);
    await publishAll(bench);
    expect(peer.told).toEqual([]);
    held.finishAll();
    await Promise.all([call, draining]);
  });

  it('refuses a listen that the policy was still deciding about', async () => {
    const decision = deferred<Decision>();
    const authorizer = { authorize: allow, authorizeRead: () => decision.promise };
    const bench = await createListeningBench({ authorizer });
    const peer = await ListeningPeer.open(bench, { toolsListChanged: true });
    const draining = bench.dispatcher.drain(2_000);
    decision.resolve(allow());
    await draining;

    expect(await peer.answer).toMatchObject({ error: { message: 'The server is stopping' } });
    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('refuses those that come later', async () => {
    const bench = await createListeningBench();
    await bench.dispatcher.drain(1);
    const peer = await ListeningPeer.open(bench, FILTER);

    expect(await peer.answer).toMatchObject({ error: { code: -32603 } });
    expect(peer.messages).toEqual([]);
  });
});

describe('a client that takes no stream', () => {
  it('is refused, and nothing is sent', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, FILTER, { takesStream: false });

    expect(await peer.answer).toMatchObject({ error: { code: -32600 } });
    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});
