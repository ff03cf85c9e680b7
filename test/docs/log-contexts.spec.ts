import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPage, tableRows } from './markdown-table.js';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

describe('the table of log contexts in docs/observability.md', () => {
  it('names every logger', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.spec)\.ts$/.test(name),
    );
    const contexts = files.flatMap((name) =>
      [...readFileSync(join(SOURCE, name), 'utf8').matchAll(/new Logger\('(\w+)'\)/g)].map(
        ([, context]) => context,
      ),
    );

    const rows = tableRows(readPage('docs/observability.md'), 'context');
    expect(rows.map(([context]) => context).toSorted()).toEqual([...new Set(contexts)].toSorted());
  });
});
