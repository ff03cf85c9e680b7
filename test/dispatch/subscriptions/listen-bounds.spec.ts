import type { JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import { Connection } from '../../../src/sessions/connection.js';
import { AT_REST } from '../../support/asking-bench.js';
import { busy } from '../../support/full-bench.js';
import { createListeningBench } from '../../support/listening-bench.js';
import type { ListeningPeerOptions } from '../../support/listening-peer.js';
import { ListeningPeer } from '../../support/listening-peer.js';

const FILTER = { toolsListChanged: true };

const refused = (scope: string, limit: number) => ({
  error: { code: -33000, message: 'server_busy', data: busy(scope, limit) },
});

const orders = (count: number) =>
  Array.from({ length: count }, (_order, number) => `shop://orders/${number}`);

describe('listens in all', () => {
  it('are refused past maxListens until one ends', async () => {
    const limits = { maxListens: 2, maxListensPerPrincipal: 2 };
    const bench = await createListeningBench({ limits });
    const open = (options?: ListeningPeerOptions) => ListeningPeer.open(bench, FILTER, options);
    const [first] = [await open(), await open({ principalKey: 'ann' })];
    const third = await open({ principalKey: 'bob' });
    expect(await third.answer).toMatchObject(refused('listens', 2));
    expect(third.messages).toEqual([]);

    first.leave();

    expect((await open()).honoured).toEqual(FILTER);
    expect(bench.dispatcher.snapshot().listens).toBe(2);
  });

  it('are bounded by that alone where callers cannot be told apart', async () => {
    const limits = { maxListens: 3, maxListensPerPrincipal: 1 };
    const bench = await createListeningBench({ limits });
    const peers: ListeningPeer[] = [];
    for (let listen = 0; listen < 4; listen++) {
      peers.push(await ListeningPeer.open(bench, FILTER));
    }

    expect(peers.map(({ end }) => end !== undefined)).toEqual([false, false, false, true]);
  });
});

describe('listens of one principal', () => {
  it('are refused past maxListensPerPrincipal until one ends; those of others are not', async () => {
    const bench = await createListeningBench({ limits: { maxListensPerPrincipal: 2 } });
    const open = (principalKey: string) => ListeningPeer.open(bench, FILTER, { principalKey });
    const [first] = [await open('ann'), await open('ann')];

    expect(await (await open('ann')).answer).toMatchObject(refused('connection_listens', 2));
    expect((await open('bob')).honoured).toEqual(FILTER);
    first.leave();
    expect((await open('ann')).honoured).toEqual(FILTER);
  });

  it('are told by link where a link has no principal', async () => {
    const bench = await createListeningBench({ limits: { maxListensPerPrincipal: 1 } });
    const links = [new Connection('stdio', undefined), new Connection('other', undefined)];
    const open = (scope: Connection, id: number) =>
      ListeningPeer.open(bench, FILTER, { scope, id });
    await open(links[0]!, 1);

    expect(await (await open(links[0]!, 2)).answer).toMatchObject(refused('connection_listens', 1));
    expect((await open(links[1]!, 1)).honoured).toEqual(FILTER);
  });

  it('leave no share behind', async () => {
    const bench = await createListeningBench({ limits: { maxListensPerPrincipal: 1 } });
    for (let round = 0; round < 3; round++) {
      const peer = await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
      expect(peer.honoured).toEqual(FILTER);
      peer.leave();
      await peer.answer;
    }

    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a bound that is met', () => {
  it('is told to telemetry each time, and logged once by the name of its option', async () => {
    const bench = await createListeningBench({ limits: { maxListensPerPrincipal: 1 } });
    for (let listen = 0; listen < 3; listen++) {
      await ListeningPeer.open(bench, FILTER, { principalKey: 'ann' });
    }

    expect(bench.events.filter(({ type }) => type === 'busy')).toEqual([
      expect.objectContaining({ scope: 'connection_listens', limit: 1, principalKey: 'ann' }),
      expect.objectContaining({ scope: 'connection_listens', limit: 1, principalKey: 'ann' }),
    ]);
    expect(bench.logger.lines.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('limits.maxListensPerPrincipal (1) is met'),
    ]);
  });
});

describe('the resources of one listen', () => {
  it('may be as many as maxListenUris', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, { resourceSubscriptions: orders(1000) });

    expect(peer.honoured).toEqual({ resourceSubscriptions: orders(1000) });
  });

  it('are bad params past it, before any policy is asked', async () => {
    const asked: string[] = [];
    const bench = await createListeningBench({
      authorizer: {
        authorize: () => ({ kind: 'allow' }),
        authorizeRead: ({ method }) => {
          asked.push(method);
          return { kind: 'allow' };
        },
      },
    });
    const peer = await ListeningPeer.open(bench, { resourceSubscriptions: orders(1001) });

    expect(((await peer.answer) as JsonRpcResponse & { error: unknown }).error).toEqual({
      code: -32602,
      message: 'subscriptions/listen: resourceSubscriptions has 1001 URIs; 1000 are allowed',
    });
    expect(asked).toEqual([]);
  });

  it('count once when they are named twice', async () => {
    const bench = await createListeningBench({ limits: { maxListenUris: 2 } });
    const peer = await ListeningPeer.open(bench, {
      resourceSubscriptions: [...orders(2), ...orders(2)],
    });

    expect(peer.honoured).toEqual({ resourceSubscriptions: orders(2) });
  });
});
