import type { CatalogueChange } from './catalogue-change.interface.js';
import { McpRegistry } from './mcp-registry.js';

const resource = (uri: string, title?: string) => ({ name: 'café', uri, title, handler: () => '' });

describe('a resource of the registry', () => {
  it('replaces the one that has its address in another spelling', async () => {
    const registry = new McpRegistry();
    await registry.registerResources([resource('Shop://caf\u00E9', 'old')]);
    await registry.registerResources([resource('shop://caf%c3%a9', 'new')]);

    expect(registry.resources).toEqual([
      expect.objectContaining({ uri: 'shop://caf%c3%a9', title: 'new' }),
    ]);
  });

  it('is removed by its address in any spelling, and told by one', async () => {
    const registry = new McpRegistry();
    const changes: CatalogueChange[] = [];
    registry.changes$.subscribe((change) => void changes.push(change));
    await registry.registerResources([resource('Shop://caf\u00E9')]);
    await registry.unregisterResources(['SHOP://caf%C3%A9']);

    expect(registry.resources).toEqual([]);
    expect(changes.map(({ action, names, count }) => [action, names, count])).toEqual([
      ['registered', ['shop://caf%C3%A9'], 1],
      ['unregistered', ['shop://caf%C3%A9'], 0],
    ]);
  });

  it('stays where the host is written otherwise, for that is another address', async () => {
    const registry = new McpRegistry();
    await registry.registerResources([resource('shop://Alice')]);
    await registry.unregisterResources(['shop://alice']);

    expect(registry.resources).toHaveLength(1);
  });
});
