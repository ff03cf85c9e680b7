import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

async function running() {
  const held = new HeldTool();
  const bench = await createBench({ tools: [held.definition] });
  const peer = new DirectPeer(bench, 'a');
  peer.listen();
  const call = peer.call('held');
  await settled();
  return { held, bench, peer, call };
}

describe('notifications/cancelled', () => {
  const cancelled = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason: 'changed my mind' },
  });

  it('cancels the request of that id, with the reason of the client', async () => {
    const { held, peer, call } = await running();

    await peer.send(cancelled(1));

    expect(await call.response).toBeNull();
    expect(held.run().signal.reason).toMatchObject({
      message: expect.stringContaining('changed my mind'),
    });
  });

  it('works on a connection that has neither initialized nor listens', async () => {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition] });
    const peer = new DirectPeer(bench, 'bare');
    const call = peer.call('held');
    await settled();

    await peer.send(cancelled(1));

    expect(await call.response).toBeNull();
  });

  it('cancels every request of that id', async () => {
    const { bench, held, peer, call } = await running();
    const twin = bench.dispatcher.request(
      { id: 1, method: 'tools/call', params: { name: 'held' } },
      'a',
    );
    await settled();

    await peer.send(cancelled(1));

    expect(await Promise.all([call.response, twin.response])).toEqual([null, null]);
    held.finishAll();
  });

  it.each([
    ['another connection', 'b', 1],
    ['another id', 'a', 2],
    ['the id as a string', 'a', '1'],
    ['no id', 'a', undefined],
  ])('of %s cancels nothing', async (_what, connection, id) => {
    const { bench, held, call } = await running();

    await bench.dispatcher.handleMessage(cancelled(id), connection);

    expect(held.run().signal.aborted).toBe(false);
    held.run().finish('done');
    expect(said(await call.response)).toBe('done');
  });

  it('reaches a request that carries its own state', async () => {
    const { bench, held } = await running();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = bench.dispatcher.request(
      { id: 'modern', method: 'tools/call', params: { name: 'held', _meta } },
      'a',
    );
    await settled();

    await bench.dispatcher.handleMessage(cancelled('modern'), 'a');

    expect(await call.response).toBeNull();
    held.finishAll();
  });
});
