import type { ToolDescription } from '../../registry/definition-descriptions.interface.js';
import { describeTool } from '../../registry/describe-definitions.js';
import { McpRegistry } from '../../registry/mcp-registry.js';
import type { RuntimeTool } from '../../registry/runtime/runtime-tool.interface.js';
import { RewrittenTools } from './rewritten-tools.js';

async function setUp({ task }: Pick<RuntimeTool, 'task'> = {}) {
  const registry = new McpRegistry();
  const input = { type: 'object', properties: { amount: { type: 'number' } } } as const;
  await registry.registerTools([{ name: 'pay', input, task, handler: () => 'paid' }]);
  const [pay] = registry.catalogue.tools;
  if (pay === undefined) throw new Error('there is no tool');
  const rewritten = new RewrittenTools();
  const as = (changes: Partial<ToolDescription>) =>
    rewritten.rewrite(pay, { ...describeTool(pay), ...changes });
  return { pay, as };
}

const TIGHT = { type: 'object', properties: { amount: { type: 'number', maximum: 10 } } };

describe('a tool as it is shown to one caller', () => {
  it('is the same each time it is shown so, its schema compiled once', async () => {
    const { as } = await setUp();
    const first = await as({ inputSchema: TIGHT });

    expect(await as({ inputSchema: structuredClone(TIGHT) })).toBe(first);
    expect(await as({ inputSchema: TIGHT, title: 'Pay' })).not.toBe(first);
  });

  it('keeps the schemas that are not changed', async () => {
    const { as, pay } = await setUp();

    expect((await as({ title: 'Pay' })).input).toBe(pay.input);
  });

  it('is forgotten when it is shown in 64 other ways', async () => {
    const { as } = await setUp();
    const [first, second] = [await as({ title: '0' }), await as({ title: '1' })];
    for (let n = 2; n <= 64; n++) await as({ title: `${n}` });

    expect(await as({ title: '1' })).toBe(second);
    expect(await as({ title: '0' })).not.toBe(first);
  });

  it.each([
    { title: 7 },
    { annotations: { destructiveHint: 'no' } },
    { meta: [] },
    { icons: [{}] },
  ])('is not shown with %j, which clients would refuse', async (wrong) => {
    const { as } = await setUp();

    await expect(as(wrong as never)).rejects.toThrow(
      `hooks.serverTools, tool "pay": ${Object.keys(wrong)[0]}`,
    );
  });

  it('is not remembered with a schema that is none, which fails each time', async () => {
    const { as } = await setUp();
    const wrong = { inputSchema: { type: 'nonsense' } };

    await expect(as(wrong)).rejects.toThrow('hooks.serverTools, tool "pay"');
    await expect(as(wrong)).rejects.toThrow('hooks.serverTools, tool "pay"');
  });

  it('keeps how the tool runs as a task', async () => {
    const { as, pay } = await setUp({ task: { starts: 'when-told', ttlMs: 7 } });

    expect((await as({ title: 'Pay' })).task).toBe(pay.task);
  });

  it.each([
    ['required', { support: 'required', starts: 'when-told', ttlMs: 7 }],
    [undefined, undefined],
  ] as const)('may run as a task otherwise: %s', async (taskSupport, task) => {
    const { as } = await setUp({ task: { starts: 'when-told', ttlMs: 7 } });

    expect((await as({ taskSupport })).task).toEqual(task);
  });

  it('does not run as a task in a way that is none', async () => {
    const { as } = await setUp({ task: 'optional' });

    await expect(as({ taskSupport: 'always' as never })).rejects.toThrow(
      'hooks.serverTools, tool "pay": task.support must be',
    );
  });

  it('cannot be made to run as a task', async () => {
    const { as } = await setUp();

    await expect(as({ taskSupport: 'optional' })).rejects.toThrow(
      'hooks.serverTools, tool "pay": it does not run as a task',
    );
  });
});
