import { declaredMembers } from './declared-members.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the table of docs/sessions.md', () => {
  it('names every member of a session once', () => {
    const documented = tableRows(readPage('docs/sessions.md'), 'session').flatMap(([names = '']) =>
      names.split('`, `').map((name) => name.replace(/\(.*$/, '')),
    );
    const declared = declaredMembers('src/dispatch/sessions/mcp-session.ts', 'McpSession');

    expect(documented.toSorted()).toEqual(declared.toSorted());
  });
});
