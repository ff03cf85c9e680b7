import { ChangeBatch } from './change-batch.js';
import type { McpChange } from './mcp-change.js';

function setUp() {
  const flushed: McpChange[][] = [];
  const batch = new ChangeBatch((changes) => flushed.push([...changes]));
  return { batch, flushed };
}

const TOOLS = { type: 'list_changed', list: 'tools' } as const;
const PROMPTS = { type: 'list_changed', list: 'prompts' } as const;
const updated = (uri: string) => ({ type: 'resource_updated', uri }) as const;

describe('changes', () => {
  it('that are made in one go are told once, in the order of their first mention', async () => {
    const { batch, flushed } = setUp();
    for (const change of [updated('a:1'), TOOLS, updated('a:2'), TOOLS, updated('a:1'), PROMPTS]) {
      batch.add(change);
    }
    expect(flushed).toEqual([]);
    await Promise.resolve();

    expect(flushed).toEqual([[updated('a:1'), TOOLS, updated('a:2'), PROMPTS]]);
  });

  it('that are made later are told again', async () => {
    const { batch, flushed } = setUp();
    batch.add(TOOLS);
    await Promise.resolve();
    batch.add(TOOLS);
    await Promise.resolve();

    expect(flushed).toEqual([[TOOLS], [TOOLS]]);
  });

  it('that are made because of a change come in a batch of their own', async () => {
    const flushed: McpChange[][] = [];
    const batch: ChangeBatch = new ChangeBatch((changes) => {
      flushed.push([...changes]);
      if (flushed.length === 1) batch.add(TOOLS);
    });
    batch.add(TOOLS);
    await Promise.resolve();
    await Promise.resolve();

    expect(flushed).toEqual([[TOOLS], [TOOLS]]);
  });

  it('that are told to the same recipients are told once, and to others once more', async () => {
    const { batch, flushed } = setUp();
    const [yes, no] = [() => true, () => false];
    const tenant = (plan: string) => ({ ...TOOLS, where: { tenant: 'a', plan } });
    const same = { ...TOOLS, where: { plan: 'free', tenant: 'a' } };
    const told = [TOOLS, tenant('free'), tenant('paid'), { ...TOOLS, where: yes }];
    for (const change of [...told, same, { ...TOOLS, where: yes }]) batch.add(change);
    batch.add({ ...TOOLS, where: no });
    await Promise.resolve();

    expect(flushed).toEqual([[...told, { ...TOOLS, where: no }]]);
  });

  it('of a resource and of a list are never taken for each other', async () => {
    const { batch, flushed } = setUp();
    batch.add(updated('tools'));
    batch.add(TOOLS);
    await Promise.resolve();

    expect(flushed).toEqual([[updated('tools'), TOOLS]]);
  });
});
