import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readPage, tableRows } from './markdown-table.js';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** What the source marks as deprecated, with the words that follow. */
function marked(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const text = readFileSync(join(src, file), 'utf8');
    if (text.includes('@deprecated')) collect(ts.createSourceFile(file, text, 99, true), found);
  }
  return found;
}

function collect(node: ts.Node, found: Map<string, string>): void {
  const tag = ts.getJSDocDeprecatedTag(node);
  const { name } = node as Partial<ts.NamedDeclaration>;
  if (tag !== undefined && name !== undefined) {
    found.set(
      name.getText(),
      (ts.getTextOfJSDocComment(tag.comment) ?? '').replaceAll(/\s+/g, ' '),
    );
  }
  node.forEachChild((child) => collect(child, found));
}

describe('what the specification has deprecated', () => {
  const rows = tableRows(readPage('docs/protocol-revisions.md'), 'feature').filter(
    ([, , since]) => since !== undefined && /^\d{4}-\d\d-\d\d$/.test(since),
  );
  const documented = rows.flatMap(([, here = '', since = '', until = '']) =>
    here.split(/[`, ]+/).map((place) => ({
      name: place.replace(/^.*\./, '').replace('()', ''),
      since,
      until,
    })),
  );

  it('is marked in the source where the page says so, and nowhere else', () => {
    expect([...marked().keys()].toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
  });

  it.each(documented)('$name says since when, and when it may go', ({ name, since, until }) => {
    const words = marked().get(name);

    expect(words).toContain(`since ${since}`);
    expect(words).toContain(until);
  });
});
