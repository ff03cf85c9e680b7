import ts from 'typescript';

/** A source without imports of this package, its decorators and the line of its module, as one text. */
export function withoutMcp(source: string): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const { transformed } = ts.transform(file, [
    (context) => {
      const visit = (node: ts.Node): ts.Node | undefined =>
        isMcp(node) ? undefined : ts.visitEachChild(node, visit, context);
      return (root) => ts.visitEachChild(root, visit, context);
    },
  ]);
  return ts.createPrinter().printFile(transformed[0] ?? file);
}

function isMcp(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return /^'nest-mcp'$/.test(node.moduleSpecifier.getText());
  if (ts.isDecorator(node)) return /^@Mcp\w+\(/.test(node.getText());
  return ts.isCallExpression(node) && node.getText().startsWith('McpModule.forRoot(');
}
