import { posix } from 'node:path';
import ts from 'typescript';
import { readPage } from './markdown-table.js';

const ENTRIES = ['index', 'testing', 'stdio', 'opentelemetry'] as const;

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readPage(path), ts.ScriptTarget.Latest, true);

/** Every name that an entry file exports, with the file that declares it. */
const exportsOf = (entry: string): readonly (readonly [name: string, path: string])[] =>
  parse(`src/${entry}.ts`).statements.flatMap((node) => {
    if (!ts.isExportDeclaration(node) || !node.exportClause || !node.moduleSpecifier) return [];
    const { text } = node.moduleSpecifier as ts.StringLiteral;
    const path = posix.join('src', text.replace(/\.js$/, '.ts'));
    return (node.exportClause as ts.NamedExports).elements.map(
      ({ name, propertyName = name }) => [propertyName.text, path] as const,
    );
  });

/** What stands before a declaration; overloads and what has a value and a type have it once. */
function docsOf(name: string, path: string): readonly string[] {
  const declarations = parse(path).statements.filter((node) =>
    ts.isVariableStatement(node)
      ? node.declarationList.declarations.some((one) => one.name.getText() === name)
      : (node as { name?: ts.Node }).name?.getText() === name,
  );
  return declarations.flatMap((node) =>
    ts.getJSDocCommentsAndTags(node).map((doc) => doc.getText()),
  );
}

describe('what an editor shows of the exports', () => {
  it.each(ENTRIES)('is a sentence, and that they are public: %s', (entry) => {
    const exported = exportsOf(entry);
    const bare = exported.filter(([name, path]) => {
      const text = docsOf(name, path).join('\n');
      const sentence = text.replace(/@publicApi[^]*/, '').replace(/[/*\s]/g, '');
      return !text.includes('@publicApi') || sentence.length < 10;
    });

    expect(exported).not.toEqual([]);
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});
