import ts from 'typescript';
import { readPage } from './markdown-table.js';

/** What stands before a member that is not for users. */
const isHidden = (member: ts.Node): boolean =>
  ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal') ||
  (ts.canHaveModifiers(member) &&
    ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true);

/**
 * Names of the members that an interface or class declares for its users, in their order. Overloads
 * count as one.
 *
 * @param path from the root of the package
 */
export function declaredMembers(path: string, name: string): readonly string[] {
  const { statements } = ts.createSourceFile(path, readPage(path), ts.ScriptTarget.Latest, true);
  const declaration = statements.find(
    (node) =>
      (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name?.text === name,
  ) as ts.ClassDeclaration | ts.InterfaceDeclaration | undefined;
  if (declaration === undefined) throw new Error(`${path} declares no ${name}`);
  const names = [...declaration.members].flatMap((member) =>
    member.name !== undefined && ts.isIdentifier(member.name) && !isHidden(member)
      ? [member.name.text]
      : [],
  );
  return [...new Set(names)];
}

/** The texts that a union of literals consists of. */
export function declaredTexts(path: string, name: string): readonly string[] {
  const { statements } = ts.createSourceFile(path, readPage(path), ts.ScriptTarget.Latest, true);
  const declaration = statements.find(
    (node) => ts.isTypeAliasDeclaration(node) && node.name.text === name,
  ) as ts.TypeAliasDeclaration | undefined;
  if (declaration === undefined) throw new Error(`${path} declares no ${name}`);
  return (declaration.type as ts.UnionTypeNode).types.map((type) =>
    type.getText().replaceAll("'", ''),
  );
}
