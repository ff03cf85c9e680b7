import { createAskingBench } from '../../support/asking-bench.js';
import { APPROVE, DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

describe('a notification of the application', () => {
  it('of any name reaches everybody who listens', async () => {
    const bench = await createBench();
    const peers = [await DirectPeer.askable(bench, 'a'), await DirectPeer.askable(bench, 'b')];

    bench.bus.notify('notifications/shop/sale', { percent: 20 });

    const notice = { jsonrpc: '2.0', method: 'notifications/shop/sale', params: { percent: 20 } };
    expect(peers.map(({ pushed }) => pushed)).toEqual([[notice], [notice]]);
  });

  it('has empty params when it has none', async () => {
    const bench = await createBench();
    const peer = await DirectPeer.askable(bench, 'a');
    bench.bus.notify('notifications/x');

    expect(peer.pushed).toEqual([{ jsonrpc: '2.0', method: 'notifications/x', params: {} }]);
  });

  it('reaches nobody when nobody listens, and harms nothing', async () => {
    const bench = await createBench();

    expect(() => bench.bus.notify('notifications/x')).not.toThrow();
  });
});

describe('what is meant for one connection', () => {
  it('is seen by no other: neither the question nor the answer', async () => {
    const bench = await createAskingBench();
    const [a, b, c] = (await bench.peers('a', 'b', 'c')) as [DirectPeer, DirectPeer, DirectPeer];
    expect(await b.post('pay')).toBeNull();
    await b.answer();

    expect(b.pushed).toEqual([
      expect.objectContaining({ method: 'elicitation/create' }),
      expect.objectContaining({ id: 2, result: expect.anything() }),
    ]);
    expect([a.pushed, c.pushed]).toEqual([[], []]);
  });

  it('is the progress and log of its own calls', async () => {
    const bench = await createAskingBench();
    const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
    const call = a.request('tools/call', { name: 'hold', _meta: { progressToken: 7 } });
    await settled();
    const { context } = bench.hold.run();
    await context.progress(1);
    await context.log('info', 'half way');

    expect(a.pushed.map((message) => 'method' in message && message.method)).toEqual([
      'notifications/progress',
      'notifications/message',
    ]);
    expect(b.pushed).toEqual([]);
    bench.hold.finishAll();
    await call.response;
  });
});

describe('an answer of a client', () => {
  it('gets none itself, in either form', async () => {
    const bench = await createAskingBench();
    const [a] = (await bench.peers('a')) as [DirectPeer];
    await a.park('pay');
    const first = { jsonrpc: '2.0', id: a.prompt.id, result: APPROVE };
    expect(await bench.dispatcher.request(first, 'a').response).toBeNull();
    await a.park('pay');
    const second = { jsonrpc: '2.0', id: a.prompt.id, result: APPROVE };

    expect(await bench.dispatcher.handleMessage(second, 'a')).toBeNull();
    await settled();
    expect(bench.pay.runs).toBe(2);
  });

  it('with both a result and an error settles the call once, as failed', async () => {
    const bench = await createAskingBench();
    const [a] = (await bench.peers('a')) as [DirectPeer];
    const call = await a.park('pay');
    await a.send({ jsonrpc: '2.0', id: a.prompt.id, result: APPROVE, error: { code: 1 } });

    expect(said(await call.response)).toContain('elicitation failed');
    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 0, pending: 0 });
  });

  it('is told from a request that happens to have the id of the question', async () => {
    const bench = await createAskingBench();
    const [a] = (await bench.peers('a')) as [DirectPeer];
    const call = await a.park('pay');
    const { id } = a.prompt;

    expect(await a.send({ jsonrpc: '2.0', id, method: 'ping' })).toMatchObject({ id, result: {} });
    expect(bench.dispatcher.snapshot().parked).toBe(1);
    await a.answer();
    expect(said(await call.response)).toBe('pay ran');
  });
});
