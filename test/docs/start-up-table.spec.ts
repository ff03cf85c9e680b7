import { ADVICE } from '../../src/start-up/advice/advice.js';
import { readPage, tableRows } from './markdown-table.js';

describe('the table of warnings at start-up in docs/observability.md', () => {
  it('has each once, and the one that depends on cache hints', () => {
    const rows = tableRows(readPage('docs/observability.md'), 'warning');

    expect(rows.map(([warning]) => warning).toSorted()).toEqual(
      [...Object.keys(ADVICE), 'a public cache hint'].toSorted(),
    );
  });
});
