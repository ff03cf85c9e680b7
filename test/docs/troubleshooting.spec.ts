import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readPage, tableRows } from './markdown-table.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const ANYTHING = '…';

/** The texts of each source file, with `…` for what is put in. */
const TEXTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fixture)\.ts$/.test(name))
  .map((name) => {
    const source = ts.createSourceFile(name, readPage(`src/${name}`), ts.ScriptTarget.Latest);
    return textsIn(source).join('\n');
  });

function textsIn(node: ts.Node): readonly string[] {
  const text = ts.isImportDeclaration(node) ? '' : textOf(node);
  if (text !== undefined) return [text];
  const found: string[] = [];
  node.forEachChild((child) => void found.push(...textsIn(child)));
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join(ANYTHING);
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
    return undefined;
  }
  const sides = [textOf(node.left), textOf(node.right)];
  return sides.every((side) => side === undefined)
    ? undefined
    : sides.map((side) => side ?? ANYTHING).join('');
}

/** True when one file says all the parts of a message that do not differ. */
const isSaid = (message: string): boolean => {
  const parts = message.split(ANYTHING).map((part) => part.trim());
  return TEXTS.some((text) => parts.every((part) => text.includes(part)));
};

describe('docs/troubleshooting.md', () => {
  const page = readPage('docs/troubleshooting.md');
  const rows = ['message', 'symptom'].flatMap((heading) => tableRows(page, heading));

  it.each(tableRows(page, 'message').map(([message = '']) => message))(
    'quotes what the source says: %s',
    (message) => {
      expect(isSaid(message)).toBe(true);
    },
  );

  it('would notice a message that nothing says', () => {
    expect(isSaid('McpModule would serve … while nobody looks')).toBe(false);
  });

  it('has a cause and a cure for everything', () => {
    const incomplete = rows.filter((cells) => cells.length !== 3 || cells.includes(''));
    expect(incomplete).toEqual([]);
  });

  it('is shorter than 200 lines', () => {
    expect(page.split('\n').length).toBeLessThan(200);
  });
});
