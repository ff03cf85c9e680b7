import { declaredMembers, declaredTexts } from './declared-members.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the tables of docs/hooks.md', () => {
  const page = readPage('docs/hooks.md');
  const hooks = tableRows(page, 'hook');

  it('name every hook once, in the order of the interface', () => {
    const declared = declaredMembers('src/dispatch/hooks/mcp-hooks.interface.ts', 'McpHooks');

    expect(hooks.map(([name]) => name)).toEqual(declared);
  });

  it('say of every hook when it runs in each era, what it may return, and what a throw does', () => {
    const incomplete = hooks.filter((cells) => cells.length !== 6 || cells.includes(''));

    expect(incomplete).toEqual([]);
  });

  it('name every way a session ends', () => {
    const declared = declaredTexts('src/sessions/session-end.ts', 'SessionEndReason');

    expect(tableRows(page, 'reason').map(([reason]) => reason)).toEqual(declared);
  });
});
