import { declaredMembers } from './declared-members.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the table of docs/context.md', () => {
  const rows = tableRows(readPage('docs/context.md'), 'member').map(([member = '', , isOfAll]) => ({
    name: member.replace('McpContext.', '').replace(/\(.*$/, ''),
    isOfAll,
  }));
  const ofAll = declaredMembers(
    'src/dispatch/sessions/mcp-session-context.ts',
    'McpSessionContext',
  );
  const ofCalls = declaredMembers('src/dispatch/mcp-context.ts', 'McpContext');

  it('names every member once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...ofAll, ...ofCalls].toSorted());
  });

  it('says which of them a hook has that serves no request', () => {
    const documented = rows.flatMap(({ name, isOfAll }) => (isOfAll === 'yes' ? [name] : []));

    expect(documented.toSorted()).toEqual(ofAll.toSorted());
    expect(new Set(rows.map(({ isOfAll }) => isOfAll))).toEqual(new Set(['yes', 'no']));
  });
});
