import type { ModuleRef } from '@nestjs/core';
import { McpRegistry } from './mcp-registry.js';

const handler = () => '';
const input = { type: 'object', properties: { x: { type: 'string' } } } as const;
const shown = {
  title: 'Title',
  description: 'What',
  icons: [{ src: 'data:,' }],
  meta: { team: 'a' },
};

async function createRegistry(members: object): Promise<McpRegistry> {
  const registry = new McpRegistry();
  await registry.registerTools([{ name: 'find', handler, ...members }]);
  await registry.registerResources([{ name: 'all', uri: 'a:b', handler, ...members }]);
  await registry.registerResourceTemplates([
    { name: 'one', uriTemplate: 'a:{x}', handler, ...members },
  ]);
  await registry.registerPrompts([{ name: 'reply', handler, ...members }]);
  return registry;
}

const describedBy = ({ tools, resources, resourceTemplates, prompts }: McpRegistry) => [
  ...tools,
  ...resources,
  ...resourceTemplates,
  ...prompts,
];

describe('what a registry says of itself', () => {
  it('is everything but functions', async () => {
    const annotations = { audience: ['user' as const] };
    const registry = await createRegistry({
      ...shown,
      annotations,
      input,
      output: input,
      timeoutMs: 7,
      task: { support: 'required', ttlMs: 7 },
      mimeType: 'text/plain',
      size: 3,
    });
    const schema = {
      inputSchema: input,
      outputSchema: input,
      timeoutMs: 7,
      taskSupport: 'required',
    };
    const common = { ...shown, derived: false };
    const content = { mimeType: 'text/plain', annotations };

    expect(describedBy(registry)).toEqual([
      { ...common, name: 'find', annotations, ...schema },
      { ...common, name: 'all', uri: 'a:b', size: 3, ...content },
      { ...common, name: 'one', uriTemplate: 'a:{x}', variables: ['x'], ...content },
      { ...common, name: 'reply', arguments: [{ name: 'x', required: false }] },
    ]);
  });

  it('leaves out what there is not', async () => {
    const registry = await createRegistry({});

    expect(describedBy(registry).map((one) => Object.keys(one).toSorted())).toEqual([
      ['derived', 'inputSchema', 'name'],
      ['derived', 'name', 'uri'],
      ['derived', 'name', 'uriTemplate', 'variables'],
      ['arguments', 'derived', 'name'],
    ]);
  });

  it('names what follows a live source', async () => {
    const registry = new McpRegistry();
    await registry.registerPrompts([{ name: 'a', handler }]);
    await registry.registerPrompts([{ name: 'b', handler }], { derived: true });

    expect(registry.prompts.map(({ derived }) => derived)).toEqual([false, true]);
  });
});

describe('a registry without an application', () => {
  it('has nothing to scan', async () => {
    await expect(new McpRegistry().scan({} as ModuleRef)).rejects.toThrow('needs an application');
  });
});
