import type { CatalogueChange } from 'nest-mcp';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { ListeningPeer } from '../../support/listening-peer.js';
import { RUNTIME_KINDS } from '../../support/runtime-kinds.js';
import { settled } from '../../support/settled.js';

const EVERY_LIST = {
  toolsListChanged: true,
  resourcesListChanged: true,
  promptsListChanged: true,
};

async function setUp(options: BenchOptions = {}) {
  const bench = await createBench(options);
  const changes: CatalogueChange[] = [];
  bench.registry.changes$.subscribe((change) => void changes.push(change));
  const legacy = await DirectPeer.askable(bench, 'a');
  const modern = await ListeningPeer.open(bench, EVERY_LIST);
  /** What each of them was told, without `notifications/`. */
  const told = async () => {
    await settled();
    const methods = legacy.pushed.map((message) => ('method' in message ? message.method : ''));
    return [methods.map((method) => method.replace('notifications/', '')), modern.told];
  };
  return { registry: bench.registry, changes, told };
}

const toldBoth = (...lists: readonly string[]) => {
  const methods = lists.map((list) => `${list}/list_changed`);
  return [methods, methods];
};

describe.each(RUNTIME_KINDS)('a change of $list', (kind) => {
  const { list, told: toldList, keyOf } = kind;

  it('is told in both eras, once for what is done in one go', async () => {
    const { registry, told } = await setUp();
    await kind.register(registry, ['x', 'y', 'z']);
    expect(await told()).toEqual(toldBoth(toldList));

    await kind.unregister(registry, ['x', 'y']);
    expect(await told()).toEqual(toldBoth(toldList, toldList));
  });

  it('is told once for fifty calls at once', async () => {
    const { registry, told, changes } = await setUp();
    const names = Array.from({ length: 50 }, (_none, index) => `n${index}`);
    await Promise.all(names.map((name) => kind.register(registry, [name])));

    expect(await told()).toEqual(toldBoth(toldList));
    expect(changes.map(({ count }) => count)).toEqual(names.map((_name, index) => index + 1));
  });

  it('is told even if the last of several calls is refused', async () => {
    const { registry, told } = await setUp();
    await Promise.allSettled([kind.register(registry, ['x']), kind.register(registry, ['y', 'y'])]);

    expect(await told()).toEqual(toldBoth(toldList));
  });

  it('is told when something is replaced, even by what looks the same', async () => {
    const { registry, told } = await setUp();
    await kind.register(registry, ['x']);
    await told();
    await kind.register(registry, ['x']);

    expect(await told()).toEqual(toldBoth(toldList, toldList));
  });

  it('is not told when nothing changed', async () => {
    const { registry, told, changes } = await setUp();
    await kind.register(registry, []);
    await kind.unregister(registry, ['unknown']);
    await expect(kind.register(registry, ['x', 'x'])).rejects.toThrow('given twice');

    expect(await told()).toEqual(toldBoth());
    expect(changes).toEqual([]);
  });

  it('is nobody’s business where the capability is not declared', async () => {
    const { registry, told, changes } = await setUp({ capabilities: { [toldList]: false } });
    await kind.register(registry, ['x']);

    expect(await told()).toEqual(toldBoth());
    expect(changes).toHaveLength(1);
  });

  it('says on the registry what was done, to what, and how many there are', async () => {
    const { registry, changes } = await setUp();
    await kind.register(registry, ['x', 'y']);
    await kind.unregister(registry, ['y', 'unknown']);

    expect(changes).toEqual([
      { kind: list, action: 'registered', names: ['x', 'y'].map(keyOf), count: 2 },
      { kind: list, action: 'unregistered', names: ['y'].map(keyOf), count: 1 },
    ]);
  });
});

describe('changes of several kinds in one go', () => {
  it('are told once for each list; both kinds of resources are one', async () => {
    const { registry, told } = await setUp();
    await Promise.all(RUNTIME_KINDS.map((kind) => kind.register(registry, ['x'])));

    expect(await told()).toEqual(toldBoth('tools', 'resources', 'prompts'));
  });
});

describe('what comes and goes in one go', () => {
  it('is told once', async () => {
    const { registry, told, changes } = await setUp();
    await registry.registerTools([{ name: 'old', handler: () => '' }]);
    await told();
    await Promise.all([
      registry.registerTools([{ name: 'new', handler: () => '' }]),
      registry.unregisterTools(['old']),
    ]);

    expect(await told()).toEqual(toldBoth('tools', 'tools'));
    expect(changes).toHaveLength(3);
  });
});

describe('a removal', () => {
  it('takes effect at once when nothing is under way', async () => {
    const { registry } = await setUp();
    await registry.registerTools([{ name: 'x', handler: () => '' }]);
    void registry.unregisterTools(['x']);

    expect(registry.tools).toEqual([]);
  });

  it('waits for a registration that was asked for before', async () => {
    const { registry } = await setUp();
    const registration = registry.registerTools([{ name: 'x', handler: () => '' }]);
    await registry.unregisterTools(['x']);
    await registration;

    expect(registry.tools).toEqual([]);
  });
});
