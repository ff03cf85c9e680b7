import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../protocol/clock.js';
import { decodeText } from './decode-text.js';
import { FrontmatterError, readFrontmatter } from './frontmatter.js';
import type { YamlModule } from './load-yaml.js';
import { mediaTypeOf } from './media-type.js';
import { readConfined } from './read-confined.js';
import type { ScannedFile, ScannedFolder } from './scanned-folder.interface.js';
import { codeOf, SkillProblemError } from './skill-problem.error.js';
import { SKILL_FILE, skillUri } from './skill-uri.js';
import type { SkillEntry, SkillFile, SkillFrontmatter } from './skill.interface.js';
import type { SkillLimits } from './skills-options.interface.js';

/** A skill that can be served. */
export interface LoadedSkill {
  readonly folder: ScannedFolder;
  readonly entry: SkillEntry;
  /** By URI, in the order of the entry. */
  readonly files: readonly SkillFile[];
}

/** What was found in the bytes of a file. */
interface FileFacts {
  readonly stamp: string;
  readonly digest: string;
  readonly size: number;
  readonly isText: boolean;
  /** Of a `SKILL.md`; what is wrong with it otherwise. */
  readonly frontmatter: SkillFrontmatter | FrontmatterError | undefined;
}

/**
 * File systems tell time in ticks. A file that changed so shortly before it was read may change again
 * within the tick, so it is read again next time.
 */
const TICK_MS = 2_000;

/** Reads the files of skills. One that looks the same as before is not read again. */
export class SkillLoader {
  private known = new Map<string, FileFacts>();
  private seen = new Map<string, FileFacts>();

  constructor(
    private readonly yaml: YamlModule,
    private readonly limits: SkillLimits,
    private readonly clock: Clock,
  ) {}

  /** A scan is over: what it did not see is forgotten. */
  endScan(): void {
    this.known = this.seen;
    this.seen = new Map();
  }

  /**
   * @param root path of the directory of skills, without links
   * @throws SkillProblemError for a skill that cannot be served as a whole
   */
  async load(root: string, folder: ScannedFolder): Promise<LoadedSkill> {
    const found = [...filesIn(folder)];
    this.checkSize(
      folder,
      found.map(({ file }) => file),
    );
    const files: SkillFile[] = [];
    let frontmatter: SkillFrontmatter | undefined;
    for (const { file, segments } of found) {
      const facts = await this.facts(root, file, segments);
      if (file === manifestOf(folder)) frontmatter = frontmatterOf(facts, file.path);
      const { digest, size, isText } = facts;
      const mimeType = mediaTypeOf(file.name, isText);
      files.push({ uri: skillUri(segments), digest, size, root, path: file.path, mimeType });
    }
    this.checkBytes(folder, files);
    if (frontmatter === undefined) throw new SkillProblemError(folder.path, `has no ${SKILL_FILE}`);
    const uri = skillUri([...folder.segments, SKILL_FILE]);
    const resources = files.map(({ uri: one, digest, size }) => ({ uri: one, digest, size }));
    return { folder, files, entry: { uri, frontmatter, resources } };
  }

  /** What was told of them, before any of them is read. */
  private checkSize(folder: ScannedFolder, files: readonly ScannedFile[]): void {
    const [problem] = problemsIn(folder);
    if (problem !== undefined) throw new SkillProblemError(problem.path, problem.reason);
    const { maxSkillFiles } = this.limits;
    if (files.length > maxSkillFiles) {
      throw new SkillProblemError(
        folder.path,
        `has ${files.length} files; limits.maxSkillFiles allows ${maxSkillFiles}`,
      );
    }
    this.checkBytes(folder, files);
  }

  private checkBytes(folder: ScannedFolder, files: readonly { readonly size: number }[]): void {
    const { maxSkillBytes } = this.limits;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= maxSkillBytes) return;
    throw new SkillProblemError(
      folder.path,
      `has ${bytes} bytes in its files; limits.maxSkillBytes allows ${maxSkillBytes}`,
    );
  }

  private async facts(
    root: string,
    file: ScannedFile,
    segments: readonly string[],
  ): Promise<FileFacts> {
    // Links may give one file several names, and what a frontmatter must say depends on its folder.
    const key = join(root, ...segments);
    const seen = this.seen.get(key);
    if (seen !== undefined) return seen;
    const known = this.known.get(key);
    const facts =
      known?.stamp === file.stamp ? known : await this.read(root, file, segments.at(-2) ?? '');
    this.seen.set(key, facts);
    return facts;
  }

  private async read(root: string, file: ScannedFile, folder: string): Promise<FileFacts> {
    const isSettled = file.changedMs + TICK_MS < this.clock.now();
    const bytes = await this.bytesOf(root, file);
    const text = decodeText(bytes);
    return {
      stamp: isSettled ? file.stamp : '',
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      size: bytes.length,
      isText: text !== undefined,
      frontmatter: file.name === SKILL_FILE ? this.parse(text, folder) : undefined,
    };
  }

  private async bytesOf(root: string, { path }: ScannedFile): Promise<Buffer> {
    try {
      return await readConfined(root, path, this.limits.maxSkillBytes);
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code === undefined) throw thrown;
      throw new SkillProblemError(path, `cannot be read (${code})`, { cause: thrown });
    }
  }

  private parse(text: string | undefined, folder: string): SkillFrontmatter | FrontmatterError {
    if (text === undefined) return new FrontmatterError('is not UTF-8 text');
    try {
      const maxBytes = this.limits.maxFrontmatterBytes;
      return readFrontmatter(text, folder, { yaml: this.yaml, maxBytes });
    } catch (thrown) {
      if (thrown instanceof FrontmatterError) return thrown;
      throw thrown;
    }
  }
}

/** The file that makes a folder a skill. */
export const manifestOf = ({ files }: ScannedFolder): ScannedFile | undefined =>
  files.find(({ name }) => name === SKILL_FILE);

function frontmatterOf({ frontmatter }: FileFacts, path: string): SkillFrontmatter | undefined {
  if (!(frontmatter instanceof FrontmatterError)) return frontmatter;
  throw new SkillProblemError(path, frontmatter.message, { cause: frontmatter });
}

function* filesIn(folder: ScannedFolder): Generator<{
  readonly file: ScannedFile;
  readonly segments: readonly string[];
}> {
  for (const file of folder.files) yield { file, segments: [...folder.segments, file.name] };
  for (const inner of folder.folders) yield* filesIn(inner);
}

function* problemsIn(folder: ScannedFolder): Generator<ScannedFolder['problems'][number]> {
  yield* folder.problems;
  for (const inner of folder.folders) yield* problemsIn(inner);
}
