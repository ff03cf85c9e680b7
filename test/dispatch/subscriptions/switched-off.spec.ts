import type { CapabilityOptions } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import type { ListeningBench } from '../../support/listening-bench.js';
import { createListeningBench, LIST_CHANGED, UPDATED } from '../../support/listening-bench.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { settled } from '../../support/settled.js';

const LISTS = ['tools', 'resources', 'prompts'] as const;
const EVERYTHING = {
  toolsListChanged: true,
  resourcesListChanged: true,
  promptsListChanged: true,
  resourceSubscriptions: ['shop://all'],
};

/** A legacy connection that has shaken hands, and what was pushed to it. */
async function connect(bench: ListeningBench) {
  const peer = new DirectPeer(bench, 'a');
  const pushed: unknown[] = [];
  bench.dispatcher.connect('a').subscribe((message) => pushed.push(message));
  await peer.initialize();
  await peer.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { peer, pushed };
}

async function change(bench: ListeningBench) {
  for (const list of LISTS) bench.bus.listChanged(list);
  bench.bus.resourceUpdated('shop://all');
  await settled();
}

const switchedOff = (capabilities: CapabilityOptions) => createListeningBench({ capabilities });

describe('a server whose resources have no subscriptions', () => {
  const bench = () => switchedOff({ resources: { subscribe: false } });

  it.each(['resources/subscribe', 'resources/unsubscribe'])('has no %s', async (method) => {
    const { peer } = await connect(await bench());

    expect(await peer.ask(method, { uri: 'shop://all' })).toMatchObject({
      error: { code: -32601 },
    });
  });

  it('has its other methods', async () => {
    const { peer } = await connect(await bench());

    expect(await peer.ask('resources/list')).toMatchObject({ result: { resources: [{}] } });
  });

  it('still tells that lists change', async () => {
    const server = await bench();
    const { pushed } = await connect(server);
    await change(server);

    expect(pushed).toEqual(LISTS.map(LIST_CHANGED));
  });

  it('does not honour the resources of a listen', async () => {
    const server = await bench();
    const listen = await ListeningPeer.open(server, EVERYTHING);
    await change(server);

    expect(listen.honoured).toEqual({ ...EVERYTHING, resourceSubscriptions: undefined });
    expect(listen.told).toEqual(LISTS.map((list) => `${list}/list_changed`));
    expect(server.dispatcher.snapshot().subscriptions).toBe(0);
  });
});

describe.each(LISTS)('a server that does not tell that its %s change', (list) => {
  const bench = () => switchedOff({ [list]: { listChanged: false } });
  const others = LISTS.filter((other) => other !== list);

  it('tells connections of the other lists and of resources', async () => {
    const server = await bench();
    const { peer, pushed } = await connect(server);
    await peer.ask('resources/subscribe', { uri: 'shop://all' });
    await change(server);

    expect(pushed).toEqual([...others.map(LIST_CHANGED), UPDATED('shop://all')]);
  });

  it('does not honour that of a listen', async () => {
    const server = await bench();
    const listen = await ListeningPeer.open(server, EVERYTHING);
    await change(server);

    expect(listen.honoured).toEqual({ ...EVERYTHING, [`${list}ListChanged`]: undefined });
    expect(listen.told).toEqual([
      ...others.map((other) => `${other}/list_changed`),
      'resources/updated shop://all',
    ]);
  });

  it('says nothing when the registry changes it', async () => {
    const server = await bench();
    const { pushed } = await connect(server);
    await server.register([{ name: 'late', handler: () => '' }]);
    await settled();

    expect(pushed).toEqual(list === 'tools' ? [] : [LIST_CHANGED('tools')]);
  });
});
