import { defineRuntimeTools } from './define-runtime-tools.js';
import type { RuntimeTool } from './runtime-tool.interface.js';

const good: RuntimeTool = { name: 'good', handler: () => '' };

describe('a tool that is registered at run time', () => {
  it.each([
    ['a name no client accepts', { name: 'not ok', handler: () => '' }, 'is not a tool name'],
    ['a name that is no string', { name: 7, handler: () => '' }, 'name must be a string'],
    ['no handler', { name: 'bad' }, 'handler must be a function'],
    ['a time limit no timer can wait', { ...good, name: 'bad', timeoutMs: 0 }, 'timeoutMs must be'],
    ['an icon of no kind', { ...good, name: 'bad', icons: [{ src: 'x' }] }, 'icons[0].src must be'],
    ['a name that was given before', good, 'the name is given twice'],
  ])('with %s is refused by position', async (_what, bad, problem) => {
    const refused = defineRuntimeTools([good, bad as unknown as RuntimeTool]);

    await expect(refused).rejects.toThrow('registerTools(), tool 1 (');
    await expect(refused).rejects.toThrow(problem);
  });

  it('may have the longest time a timer can wait', async () => {
    const [tool] = await defineRuntimeTools([{ ...good, timeoutMs: 2_147_483_647 }]);

    expect(tool).toMatchObject({ name: 'good', timeoutMs: 2_147_483_647 });
  });
});
