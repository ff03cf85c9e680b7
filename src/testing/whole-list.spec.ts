import type { JsonObject } from '../protocol/json.js';
import { wholeList } from './whole-list.js';

/** Pages by the cursor that leads to them; the first has none. */
const pages = (next: Readonly<Record<string, string | undefined>>) => {
  const asked: JsonObject[] = [];
  const request = async (_: string, params: JsonObject) => {
    asked.push(params);
    const cursor = String(params.cursor ?? 'first');
    return { tools: [cursor], ...(next[cursor] !== undefined && { nextCursor: next[cursor] }) };
  };
  return { asked, list: () => wholeList<string>('tools/list', 'tools', request) };
};

describe('a whole list', () => {
  it('is one page where there are no more', async () => {
    const { list, asked } = pages({});

    expect(await list()).toEqual(['first']);
    expect(asked).toEqual([{}]);
  });

  it('follows cursors, empty ones too', async () => {
    expect(await pages({ first: '', '': 'b' }).list()).toEqual(['first', '', 'b']);
  });

  it('ends where pages lead in a circle', async () => {
    await expect(pages({ first: 'a', a: 'b', b: 'a' }).list()).rejects.toThrow(
      'tools/list gave the cursor a twice',
    );
  });
});
