import type { JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import { MetaKey } from '../../../src/protocol/meta-keys.js';
import { AT_REST } from '../../support/asking-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createListeningBench, LIST_CHANGED } from '../../support/listening-bench.js';
import { settled } from '../../support/settled.js';
import { ENVELOPE } from '../../support/wire-messages.js';

const PARAMS = {
  _meta: ENVELOPE,
  notifications: { promptsListChanged: true, resourceSubscriptions: ['shop://all'] },
};

async function listening() {
  const bench = await createListeningBench();
  const peer = new DirectPeer(bench, 'a');
  peer.listen();
  const call = peer.request('subscriptions/listen', PARAMS);
  await settled();
  return { bench, peer, call };
}

const stamped = (method: string, params = {}) => ({
  jsonrpc: '2.0',
  method,
  params: { ...params, _meta: { [MetaKey.SubscriptionId]: 1 } },
});

describe('a listen of a direct caller', () => {
  it('comes by the connection', async () => {
    const { bench, peer } = await listening();
    bench.bus.resourceUpdated('shop://all');
    await settled();

    const { notifications } = PARAMS;
    expect(peer.pushed).toEqual([
      stamped('notifications/subscriptions/acknowledged', { notifications }),
      stamped('notifications/resources/updated', { uri: 'shop://all' }),
    ]);
  });

  it('comes beside what every connection is told that is listened to', async () => {
    const { bench, peer } = await listening();
    bench.bus.listChanged('prompts');
    await settled();

    expect(peer.pushed.slice(1)).toEqual([
      LIST_CHANGED('prompts'),
      stamped('notifications/prompts/list_changed'),
    ]);
  });

  it('ends when it is cancelled by its handle', async () => {
    const { bench, call } = await listening();
    call.cancel();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('ends when it is cancelled by its id', async () => {
    const { bench, peer, call } = await listening();
    await peer.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('ends with its connection', async () => {
    const { bench, peer, call } = await listening();
    peer.leave();

    expect(await call.response).toBeNull();
    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, connections: 0 });
  });

  it('is refused where nobody listens to the connection', async () => {
    const bench = await createListeningBench();

    expect(await new DirectPeer(bench, 'a').ask('subscriptions/listen', PARAMS)).toMatchObject({
      error: { code: -32600 },
    });
  });

  it('is answered with a result when the server stops', async () => {
    const { bench, call } = await listening();
    await bench.dispatcher.drain(1);

    expect((await call.response) as JsonRpcResponse & { result: unknown }).toMatchObject({
      id: 1,
      result: { resultType: 'complete' },
    });
  });
});
