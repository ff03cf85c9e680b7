/**
 * Fails where the documentation is broken: a `ts` block that does not compile, a relative link or an
 * anchor that leads nowhere.
 *
 *   node scripts/check-docs.mjs [FILE…]     default: every Markdown file of the package
 *
 * A block is a module of its own. Blocks of one page may import each other: one whose first line is
 * `// orders.service.ts` is that file. Declarations that readers do not need stand in an HTML comment
 * right before the block:
 *
 *   <!-- ts
 *   import { Injectable } from '@nestjs/common';
 *   -->
 *
 * A comment whose first line names a file is that file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Where the blocks are compiled. It exists in memory only. */
const snippets = join(root, 'snippets');

const BLOCK =
  /(?:^<!-- ts\n(?!\/\/ [\w./-]+\.ts\n)(?<preamble>[^]*?)^-->\n+)?^```(?:ts|typescript)\n(?<code>[^]*?)^```$/gm;
const HIDDEN_FILE = /^<!-- ts\n(?<code>\/\/ [\w./-]+\.ts\n[^]*?)^-->$/gm;
const FENCE = /^```[^]*?^```$/gm;
const LINK = /\]\((?<target>[^)\s]+)\)/g;
const HEADING = /^#{1,6} +(?<text>.+)$/gm;

const given = process.argv.slice(2).map((path) => resolve(path));
const pages = (given.length > 0 ? given : markdownFiles()).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const blocks = pages.flatMap(blocksOf);
const problems = [...pages.flatMap(brokenLinks), ...compile(blocks)];

for (const problem of problems) console.error(problem);
console.log(`docs: ${pages.length} pages, ${blocks.length} blocks, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function markdownFiles() {
  const examples = readdirSync(join(root, 'examples')).map((name) => join('examples', name));
  return ['.', 'docs', ...examples].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => join(root, folder, name)),
  );
}

function blocksOf({ path, text }, page) {
  return [...text.matchAll(BLOCK), ...text.matchAll(HIDDEN_FILE)].map(
    ({ groups, index, 0: all }, position) => {
      const { preamble = '', code } = groups;
      const name = /^\/\/ (?<name>[\w./-]+\.ts)$/m.exec(code.split('\n', 1)[0])?.groups.name;
      const codeLine = lineAt(text, index + all.lastIndexOf(`\n${code}`) + 1);
      return {
        path,
        file: join(snippets, `page-${page}`, name ?? `block-${position}.ts`),
        source: `${preamble}${code}`,
        /** Line of the page minus line of the source, within the code. */
        offset: codeLine - (preamble.split('\n').length - 1),
      };
    },
  );
}

function compile(all) {
  const sources = new Map(all.map(({ file, source }) => [file, source]));
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noEmit: true, declaration: false, sourceMap: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  const host = ts.createCompilerHost(config.options);
  const { fileExists, readFile, directoryExists, getSourceFile } = host;
  Object.assign(host, {
    fileExists: (file) => sources.has(file) || fileExists(file),
    readFile: (file) => sources.get(file) ?? readFile(file),
    directoryExists: (path) => path.startsWith(snippets) || directoryExists(path),
    getSourceFile: (file, language, ...rest) =>
      sources.has(file)
        ? ts.createSourceFile(file, sources.get(file), language, true)
        : getSourceFile(file, language, ...rest),
  });
  const program = ts.createProgram([...sources.keys()], config.options, host);
  return all.flatMap((block) => {
    const source = program.getSourceFile(block.file);
    const diagnostics = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return diagnostics.map(({ start, messageText }) => {
      const line = lineAt(block.source, start) - 1 + block.offset;
      return `${at(block.path, line)} ${ts.flattenDiagnosticMessageText(messageText, '\n    ')}`;
    });
  });
}

function brokenLinks({ path, text }) {
  // What stands in code is no link; line breaks stay, so that lines can be counted.
  const prose = text.replaceAll(FENCE, (code) => code.replaceAll(/[^\n]/g, ' '));
  return [...prose.matchAll(LINK)].flatMap(({ groups: { target }, index }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file, anchor] = target.split('#');
    const destination = file === '' ? path : resolve(dirname(path), file);
    const problem = !existsSync(destination)
      ? 'does not exist'
      : anchor !== undefined && !anchorsOf(destination).has(anchor)
        ? 'has no such heading'
        : undefined;
    return problem ? [`${at(path, lineAt(text, index))} the link ${target} ${problem}`] : [];
  });
}

/** Anchors as GitHub makes them of headings. */
function anchorsOf(path) {
  const text = readFileSync(path, 'utf8').replaceAll(FENCE, '');
  const seen = new Map();
  return new Set(
    [...text.matchAll(HEADING)].map(({ groups }) => {
      const slug = groups.text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}

function at(path, line) {
  return `${relative(root, path)}:${line}`;
}

function fail(diagnostic) {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}
