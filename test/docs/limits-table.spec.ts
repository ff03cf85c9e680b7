import { DEFAULT_LIMITS } from '../../src/mcp.limits.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the tables of docs/limits.md', () => {
  const rows = tableRows(readPage('docs/limits.md'), 'option');

  it('name every limit once, with its default', () => {
    const documented = rows.map(([name, value]) => [name, value]).toSorted();
    const actual = Object.entries(DEFAULT_LIMITS)
      .map(([name, value]) => [name, value === undefined ? 'none' : String(value)])
      .toSorted();
    expect(documented).toEqual(actual);
  });

  it('say of every limit what its unit is and what a client sees', () => {
    const incomplete = rows.filter(([, , unit, seen]) => !unit || !seen);
    expect(incomplete).toEqual([]);
  });
});
