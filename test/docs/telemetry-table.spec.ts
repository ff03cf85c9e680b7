import { isAudited } from '../../src/dispatch/telemetry/audit-sink.js';
import type { McpEvent } from '../../src/dispatch/telemetry/mcp-event.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the table of docs/telemetry.md', () => {
  const rows = tableRows(readPage('docs/telemetry.md'), 'type');

  it('names every event', () => {
    const declared = readPage('src/dispatch/telemetry/mcp-event.ts');
    const types = [...declared.matchAll(/readonly type: '(\w+)'/g)].map(([, type]) => type);
    expect(rows.map(([type]) => type).toSorted()).toEqual(types.toSorted());
  });

  it('says which events are audited', () => {
    const wrong = rows.filter(
      ([type, , audited]) => isAudited({ type } as McpEvent) !== (audited === 'yes'),
    );
    expect(wrong).toEqual([]);
  });
});
