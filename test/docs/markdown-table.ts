import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the package, by its path from the root. */
export const readPage = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/**
 * The rows of every table of a page whose first column has this heading: its cells without code marks.
 */
export function tableRows(page: string, heading: string): readonly (readonly string[])[] {
  const tables = page.match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [head = [], , ...rows] = table.trim().split('\n').map(cellsOf);
    return head[0] === heading ? rows : [];
  });
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
