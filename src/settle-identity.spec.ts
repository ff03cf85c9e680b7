import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import type { CapabilityOptions } from './dispatch/capability-options.interface.js';
import { McpRegistry } from './registry/mcp-registry.js';
import { resolveOptions } from './resolve-options.js';
import { settleIdentity } from './settle-identity.js';

/** What the server declares of tasks once it has started with these tools. */
async function settled(
  supports: readonly ('forbidden' | 'optional' | 'required')[],
  capabilities?: CapabilityOptions,
  computed?: CapabilityOptions,
) {
  const registry = new McpRegistry();
  const handler = () => '';
  await registry.registerTools(supports.map((task) => ({ name: `runs_${task}`, task, handler })));
  const options = resolveOptions({ name: 'shop', capabilities });
  const hooks: McpHooks = computed ? { serverCapabilities: () => computed } : {};
  await settleIdentity(hooks, options, registry.catalogue.tools);
  return options.identity.capabilities.get('tasks');
}

describe('tasks', () => {
  it.each([
    { supports: [], declared: undefined },
    { supports: ['forbidden'], declared: undefined },
    { supports: ['forbidden', 'optional'], declared: { list: true } },
    { supports: ['required'], declared: { list: true } },
  ] as const)('are declared where a tool runs as one: $supports', async (row) => {
    expect(await settled(row.supports)).toEqual(row.declared);
  });

  it.each([
    { capabilities: { tasks: false }, declared: undefined },
    { capabilities: { tasks: true }, declared: { list: true } },
    { capabilities: { tasks: { list: false } }, declared: {} },
    { capabilities: { tools: true }, declared: { list: true } },
  ])('are declared as the options say: $capabilities', async ({ capabilities, declared }) => {
    expect(await settled(['optional'], capabilities)).toEqual(declared);
  });

  it('are declared for tools that come later, if that is said', async () => {
    expect(await settled([], { tasks: true })).toEqual({ list: true });
  });

  it.each([
    { computed: { tasks: false }, declared: undefined },
    { computed: { prompts: false }, declared: { list: true } },
  ])('are declared as the hook says, over the options: $computed', async (row) => {
    expect(await settled(['optional'], { tasks: { list: false } }, row.computed)).toEqual(
      row.declared,
    );
  });

  it.each([
    ['options', { tasks: false }, undefined],
    ['hook', undefined, { tasks: false }],
  ])('that a tool needs cannot be switched off by the %s', async (_by, options, computed) => {
    await expect(settled(['optional', 'required'], options, computed)).rejects.toThrow(
      'Tool "runs_required" runs as a task only (task: \'required\'), and capabilities.tasks is false; ' +
        "set it to true, or the tool to 'optional'",
    );
  });
});
