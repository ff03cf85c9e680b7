import { McpRegistry } from './mcp-registry.js';
import type { RuntimeTool } from './runtime/runtime-tool.interface.js';

const tool = (name: string, more: Partial<RuntimeTool> = {}): RuntimeTool => ({
  name,
  handler: () => name,
  ...more,
});

const staticOf = (registry: McpRegistry) =>
  registry.catalogue.tools.filter(({ derived }) => derived !== true);

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('registering tools', () => {
  it('adds all of them, sorted by name', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('b'), tool('a')]);

    expect(names(registry.tools)).toEqual(['a', 'b']);
  });

  it('adds none of them if one is wrong', async () => {
    const registry = new McpRegistry();
    const version = registry.catalogue.version;

    await expect(registry.registerTools([tool('a'), tool('not ok')])).rejects.toThrow('tool 1');

    expect(registry.tools).toEqual([]);
    expect(registry.catalogue.version).toBe(version);
  });

  it('goes on after a registration that was refused', async () => {
    const registry = new McpRegistry();
    const refused = registry.registerTools([tool('not ok')]);
    const fine = registry.registerTools([tool('a')]);

    await expect(refused).rejects.toThrow('is not a tool name');
    await fine;
    expect(names(registry.tools)).toEqual(['a']);
  });

  it('replaces a tool of the same name', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('a', { title: 'old' })]);
    await registry.registerTools([tool('a', { title: 'new' })]);

    expect(registry.tools).toEqual([expect.objectContaining({ title: 'new' })]);
  });

  it('that overlaps takes effect in the order it was asked for', async () => {
    const registry = new McpRegistry();
    const input = { type: 'object', properties: { deep: { type: 'string' } } } as const;
    await Promise.all([
      registry.registerTools([tool('a', { title: 'first', input, output: input })]),
      registry.registerTools([tool('a', { title: 'second' })]),
    ]);

    expect(registry.catalogue.findTool('a')).toMatchObject({ title: 'second' });
  });

  it('takes the tools as they were when it was asked', async () => {
    const registry = new McpRegistry();
    const tools = [tool('a')];
    const registration = registry.registerTools(tools);
    tools.push(tool('b'));
    await registration;

    expect(names(registry.tools)).toEqual(['a']);
  });

  it('grows the version once, however many tools there are', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('a'), tool('b')]);

    expect(registry.catalogue.version).toBe(1);
  });
});

describe('tools that follow a live source', () => {
  it('are not among those a boot check must judge', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('static')]);
    await registry.registerTools([tool('derived')], { derived: true });

    expect(names(staticOf(registry))).toEqual(['static']);
    expect(names(registry.tools)).toEqual(['derived', 'static']);
  });

  it('are told by how they were registered, not by what they say or are called', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([{ ...tool('agent.reset'), derived: true } as RuntimeTool]);

    expect(names(staticOf(registry))).toEqual(['agent.reset']);
  });

  it('become static when they are registered again as such', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('a')], { derived: true });
    await registry.registerTools([tool('a')]);

    expect(names(staticOf(registry))).toEqual(['a']);
  });

  it('are forgotten with the tool', async () => {
    const registry = new McpRegistry();
    await registry.registerTools([tool('a')], { derived: true });
    registry.unregisterTools(['a']);

    expect(registry.tools).toEqual([]);
    expect(registry.catalogue.findTool('a')).toBeUndefined();
  });
});

describe('names', () => {
  it.each(['__proto__', 'constructor', 'toString'])('like %s find nothing', (name) => {
    const registry = new McpRegistry();

    expect([
      registry.catalogue.findTool(name),
      registry.catalogue.findPrompt(name),
      registry.catalogue.findFixedResource(name),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
