import type { McpContext } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';
import { TEXT_FORM } from './forms.js';

const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const UNFIT = { action: 'accept', content: { text: 7 } };

/** The keys under which a task asks one thing after another, each of which is answered unfit. */
async function keysOf(questions: readonly string[]): Promise<readonly string[]> {
  const handler = async (_args: object, ctx: McpContext) => {
    for (const key of questions) {
      await ctx.elicit('Which?', TEXT_FORM, { key }).catch(() => undefined);
    }
  };
  const bench = await createBench({ tools: [{ name: 'asks', task: 'optional', handler }] });
  const peer = new ModernPeer(bench, { capabilities });
  const ask = async (method: string, params: object) => {
    const reply = await peer.ask(method, params);
    await settled();
    return reply !== null && 'result' in reply ? (reply.result as Record<string, never>) : {};
  };

  const { taskId } = await ask('tools/call', { name: 'asks', arguments: {} });
  const seen: string[] = [];
  for (const _ of questions) {
    const { inputRequests = {} } = await ask('tasks/get', { taskId });
    const keys = Object.keys(inputRequests);
    seen.push(...keys);
    const inputResponses = Object.fromEntries(keys.map((key) => [key, UNFIT]));
    await ask('tasks/update', { taskId, inputResponses });
  }
  expect(await ask('tasks/get', { taskId })).toMatchObject({ status: 'completed' });
  return seen;
}

describe('the keys of what a task asks', () => {
  it('are those of its author', async () => {
    expect(await keysOf(['size', 'colour'])).toEqual(['size', 'colour']);
  });

  it('are not used again for what is asked once more', async () => {
    expect(await keysOf(['size', 'size', 'size'])).toEqual(['size', 'size#2', 'size#3']);
  });

  it.each([
    { asked: ['size', 'size', 'size#2'], keys: ['size', 'size#2', 'size#2#2'] },
    { asked: ['size#2', 'size', 'size'], keys: ['size#2', 'size', 'size#3'] },
  ])('are not used again where an author has one of the form: $asked', async ({ asked, keys }) => {
    expect(await keysOf(asked)).toEqual(keys);
  });
});
