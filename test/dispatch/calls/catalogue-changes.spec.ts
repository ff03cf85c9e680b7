import type { CatalogueChange } from 'nest-mcp';
import { McpRegistry } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

const tool = (name: string) => ({ name, handler: () => name });
const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} };

async function setUp() {
  const bench = await createBench();
  const peers = [await DirectPeer.askable(bench, 'a'), await DirectPeer.askable(bench, 'b')];
  return { bench, pushed: () => peers.map(({ pushed }) => pushed) };
}

describe('a change of the tools', () => {
  it('of three tools at once is told to everybody once', async () => {
    const { bench, pushed } = await setUp();
    await bench.register([tool('x'), tool('y'), tool('z')]);
    await settled();

    expect(pushed()).toEqual([[CHANGED], [CHANGED]]);
  });

  it('is told when a tool is gone', async () => {
    const { bench, pushed } = await setUp();
    await bench.register([tool('x')]);
    await settled();
    bench.registry.unregisterTools(['x']);
    await settled();

    expect(pushed()).toEqual([
      [CHANGED, CHANGED],
      [CHANGED, CHANGED],
    ]);
  });

  it('is told when a tool is replaced, even by one that looks the same', async () => {
    const { bench, pushed } = await setUp();
    await bench.register([tool('x')]);
    await settled();
    await bench.register([tool('x')]);
    await settled();

    expect(pushed()[0]).toHaveLength(2);
  });

  it('is not told when nothing changed', async () => {
    const { bench, pushed } = await setUp();
    bench.registry.unregisterTools(['unknown']);
    await bench.register([]);
    await settled();

    expect(pushed()).toEqual([[], []]);
  });

  it('is nobody’s business where tools are not offered', async () => {
    const bench = await createBench({ capabilities: { tools: false } });
    const peer = await DirectPeer.askable(bench, 'a');
    await bench.register([tool('x')]);
    await settled();

    expect(peer.pushed).toEqual([]);
  });

  it('harms nothing while nobody listens', async () => {
    const bench = await createBench();

    await expect(bench.register([tool('x')])).resolves.toBeUndefined();
  });

  it('shows in the next list', async () => {
    const { bench } = await setUp();
    const peer = new DirectPeer(bench, 'a');
    expect(await peer.ask('tools/list')).toMatchObject({ result: { tools: [] } });
    await bench.register([tool('x')]);

    expect(await peer.ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'x' }] } });
  });
});

describe('the changes of a registry', () => {
  it('say what was done, to which tools, and how many there are', async () => {
    const registry = new McpRegistry();
    const changes: CatalogueChange[] = [];
    registry.changes$.subscribe((change) => void changes.push(change));
    await registry.registerTools([tool('x'), tool('y')]);
    registry.unregisterTools(['y', 'unknown']);

    expect(changes).toEqual([
      { kind: 'tools', action: 'registered', names: ['x', 'y'], count: 2 },
      { kind: 'tools', action: 'unregistered', names: ['y'], count: 1 },
    ]);
  });
});
