import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { compiledApps } from '../support/compiled-apps.js';
import type { Sources } from './page-diffs.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/bookshop');

/** The sources of the bookshop as it is. */
export async function bookshopSources(): Promise<Sources> {
  const names = await readdir(join(example, 'src'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => join('src', name));
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [file, await readFile(join(example, file), 'utf8')] as [string, string],
      ),
    ),
  );
}

/** Several versions of the bookshop, compiled side by side. */
export class BookshopBuilds {
  private constructor(
    private readonly folder: string,
    private readonly program: ts.Program,
  ) {}

  /** Writes the sources of each version and compiles what its `main.ts` reaches. */
  static async of(versions: Readonly<Record<string, Sources>>): Promise<BookshopBuilds> {
    const folder = await mkdtemp(join(tmpdir(), 'bookshops-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await symlink(join(await compiledApps(), 'src'), join(folder, 'src'));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'nest-mcp', type: 'module', exports: { '.': './src/index.js' } }),
    );
    for (const [version, sources] of Object.entries(versions)) {
      await writeVersion(join(folder, version), sources);
    }
    const mains = Object.keys(versions).map((version) => join(folder, version, 'src/main.ts'));
    const builds = new BookshopBuilds(folder, ts.createProgram(mains, compilerOptions()));
    builds.emit();
    return builds;
  }

  /** What the compiler complains about. */
  get complaints(): readonly string[] {
    return this.sourceFiles()
      .flatMap((file) => [
        ...this.program.getSyntacticDiagnostics(file),
        ...this.program.getSemanticDiagnostics(file),
      ])
      .map(
        ({ file, messageText }) =>
          `${file?.fileName} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
  }

  /** The texts of the files that one version consists of. */
  textsOf(version: string): readonly string[] {
    const start = join(this.folder, version);
    const files = this.sourceFiles().filter(({ fileName }) => fileName.startsWith(start));
    return files.map(({ text }) => text);
  }

  /** The file to start one version by. */
  mainOf(version: string): string {
    return join(this.folder, version, 'src/main.js');
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  private emit(): void {
    for (const file of this.sourceFiles()) this.program.emit(file);
  }

  private sourceFiles(): readonly ts.SourceFile[] {
    return this.program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(`${this.folder}/`));
  }
}

async function writeVersion(folder: string, sources: Sources): Promise<void> {
  for (const [file, text] of sources) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await symlink(join(example, 'data'), join(folder, 'data'));
}

/** Those of the project, for code that lies elsewhere. */
function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return {
    ...options,
    noEmit: false,
    allowImportingTsExtensions: false,
    declaration: false,
    sourceMap: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
}
