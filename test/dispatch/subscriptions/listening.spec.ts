import { MetaKey } from '../../../src/protocol/meta-keys.js';
import { createListeningBench } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['shop://all'],
};

describe('a listen', () => {
  it('is acknowledged first, with what will be told', async () => {
    const peer = await ListeningPeer.open(await createListeningBench(), EVERYTHING, { id: 'l-1' });

    expect(peer.messages).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: EVERYTHING, _meta: { [MetaKey.SubscriptionId]: 'l-1' } },
      },
    ]);
    expect(peer.end).toBeUndefined();
  });

  it.each([0, 7, '7', '', '__proto__'])(
    'has the id %j of its request on every message, of the same type',
    async (id) => {
      const bench = await createListeningBench();
      const peer = await ListeningPeer.open(bench, EVERYTHING, { id });
      bench.bus.listChanged('tools');
      bench.bus.resourceUpdated('shop://all');
      await settled();
      await bench.dispatcher.drain(1);

      const ids = peer.messages.map(({ params }) => (params as any)._meta[MetaKey.SubscriptionId]);
      expect(ids).toEqual([id, id, id]);
      expect(await peer.answer).toMatchObject({
        id,
        result: { _meta: { [MetaKey.SubscriptionId]: id } },
      });
    },
  );

  it('gets each change it asked for as a message of its own, in order', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, EVERYTHING);
    bench.bus.resourceUpdated('shop://all');
    bench.bus.listChanged('prompts');
    bench.bus.listChanged('tools');
    bench.bus.listChanged('resources');
    await settled();

    expect(peer.told).toEqual([
      'resources/updated shop://all',
      'prompts/list_changed',
      'tools/list_changed',
      'resources/list_changed',
    ]);
  });

  it('is not told of what it did not ask for', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, {
      toolsListChanged: false,
      promptsListChanged: true,
      resourceSubscriptions: ['shop://orders/1'],
    });
    bench.bus.listChanged('tools');
    bench.bus.listChanged('resources');
    bench.bus.resourceUpdated('shop://all');
    bench.bus.resourceUpdated('shop://orders/2');
    await settled();

    expect(peer.honoured).toEqual({
      promptsListChanged: true,
      resourceSubscriptions: ['shop://orders/1'],
    });
    expect(peer.told).toEqual([]);
  });

  it('is told of tools that come and go', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, { toolsListChanged: true });
    await bench.register([{ name: 'x', handler: () => '' }]);
    await settled();
    bench.registry.unregisterTools(['x']);
    await settled();

    expect(peer.told).toEqual(['tools/list_changed', 'tools/list_changed']);
  });

  it('may ask for nothing, and is told nothing', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, {});
    bench.bus.listChanged('tools');
    await settled();

    expect(peer.honoured).toEqual({});
    expect(peer.told).toEqual([]);
  });

  it('ignores members it does not know', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, { jobIds: 5, constructor: 'x' });

    expect(peer.honoured).toEqual({});
  });

  it('counts a resource once, however often and however it is written', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, {
      resourceSubscriptions: ['shop://orders/%c3%a9', 'shop://orders/é', 'shop://orders/%C3%A9'],
    });
    bench.bus.resourceUpdated('SHOP://orders/%C3%a9');
    await settled();

    expect(peer.honoured).toEqual({ resourceSubscriptions: ['shop://orders/%c3%a9'] });
    expect(peer.told).toEqual(['resources/updated shop://orders/%c3%a9']);
  });

  it('of a resource that nothing serves leaves it out', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, {
      resourceSubscriptions: ['shop://none', 'shop://all', 'shop://orders/1', 'shop://orders/%ff'],
    });

    expect(peer.honoured).toEqual({ resourceSubscriptions: ['shop://all', 'shop://orders/1'] });
  });

  it.each([
    ['tools', { ...EVERYTHING, toolsListChanged: undefined }],
    ['prompts', { ...EVERYTHING, promptsListChanged: undefined }],
    ['resources', { toolsListChanged: true, promptsListChanged: true }],
  ])('leaves out %s where they are not declared, and is not told of them', async (name, rest) => {
    const bench = await createListeningBench({ capabilities: { [name]: false } });
    const peer = await ListeningPeer.open(bench, EVERYTHING);
    bench.bus.listChanged(name as 'tools');
    await settled();

    expect(peer.honoured).toEqual(JSON.parse(JSON.stringify(rest)));
    expect(peer.told).toEqual([]);
  });
});

describe('several listens', () => {
  it('of one client each get their own copy', async () => {
    const bench = await createListeningBench();
    const scope = {};
    const first = await ListeningPeer.open(bench, { toolsListChanged: true }, { id: 1, scope });
    const second = await ListeningPeer.open(bench, { toolsListChanged: true }, { id: '1', scope });
    bench.bus.listChanged('tools');
    await settled();

    const copies = [first, second].map(({ messages }) => messages.at(-1));
    expect(copies).toEqual(
      [1, '1'].map((id) => ({
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { [MetaKey.SubscriptionId]: id } },
      })),
    );
  });

  it('are told apart: a change goes only to those who asked for it', async () => {
    const bench = await createListeningBench();
    const tools = await ListeningPeer.open(bench, { toolsListChanged: true });
    const prompts = await ListeningPeer.open(bench, { promptsListChanged: true });
    bench.bus.listChanged('tools');
    await settled();

    expect([tools.told, prompts.told]).toEqual([['tools/list_changed'], []]);
  });
});

describe('a changed resource', () => {
  it('is told to the listens that named it, and to no other', async () => {
    const bench = await createListeningBench();
    const [first, other, last] = await Promise.all(
      ['shop://orders/1', 'shop://orders/2', 'SHOP://orders/1'].map((uri) =>
        ListeningPeer.open(bench, { resourceSubscriptions: [uri] }),
      ),
    );
    bench.bus.resourceUpdated('shop://orders/1');
    await settled();

    expect([first?.told, other?.told, last?.told]).toEqual([
      ['resources/updated shop://orders/1'],
      [],
      ['resources/updated SHOP://orders/1'],
    ]);
  });
});

describe('a filter that is none', () => {
  it.each([
    [{}],
    [{ notifications: null }],
    [{ notifications: [] }],
    [{ notifications: 'tools' }],
    [{ notifications: { toolsListChanged: 'yes' } }],
    [{ notifications: { promptsListChanged: null } }],
    [{ notifications: { resourcesListChanged: 1 } }],
    [{ notifications: { resourceSubscriptions: 'shop://all' } }],
    [{ notifications: { resourceSubscriptions: [1] } }],
    [{ notifications: { resourceSubscriptions: [['shop://all']] } }],
    [{ notifications: { resourceSubscriptions: null } }],
  ])('is bad params, and nothing is sent before: %j', async (params) => {
    const bench = await createListeningBench();
    const peer = new ListeningPeer(bench, params);

    expect(await peer.answer).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('subscriptions/listen: ') },
    });
    expect(peer.messages).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject({ listens: 0, subscriptions: 0 });
  });
});

describe('the acknowledgement', () => {
  it('comes before what is published while it is sent', async () => {
    const bench = await createListeningBench();
    const peer = await ListeningPeer.open(bench, EVERYTHING, {
      onMessage: ({ method }) => {
        if (method !== 'notifications/subscriptions/acknowledged') return;
        bench.bus.publish({ type: 'list_changed', list: 'prompts' });
        bench.bus.listChanged('tools');
        bench.bus.resourceUpdated('shop://all');
      },
    });

    expect(peer.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/prompts/list_changed',
      'notifications/tools/list_changed',
      'notifications/resources/updated',
    ]);
  });

  it('is followed by everything that is published from the moment it was sent', async () => {
    const bench = await createListeningBench();
    let isAcknowledged = false;
    const peer = new ListeningPeer(
      bench,
      { notifications: EVERYTHING },
      { onMessage: () => (isAcknowledged = true) },
    );
    let published = 0;
    for (let turn = 0; turn < 50; turn++) {
      bench.bus.publish({ type: 'list_changed', list: 'tools' });
      if (isAcknowledged) published++;
      await Promise.resolve();
    }

    expect(published).toBeGreaterThan(0);
    expect(peer.messages[0]?.method).toBe('notifications/subscriptions/acknowledged');
    expect(peer.told).toHaveLength(published);
  });

  it('comes before what a listener of telemetry publishes', async () => {
    const bench = await createListeningBench();
    bench.telemetry.addSink(() => bench.bus.publish({ type: 'list_changed', list: 'tools' }));
    const peer = await ListeningPeer.open(bench, EVERYTHING);

    expect(peer.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
  });
});
