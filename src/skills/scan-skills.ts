import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ScanBudget, scanTree } from './scan-tree.js';
import type { ScannedFolder } from './scanned-folder.interface.js';
import type { LoadedSkill, SkillLoader } from './skill-loader.js';
import { manifestOf } from './skill-loader.js';
import { SkillProblemError } from './skill-problem.error.js';
import { SKILL_FILE } from './skill-uri.js';
import type { SkillProblem } from './skill.interface.js';
import type { SkillLimits } from './skills-options.interface.js';

/** What one look at all directories found. */
export interface SkillScan {
  readonly skills: readonly LoadedSkill[];
  /** Why some skills are left out. */
  readonly problems: readonly SkillProblem[];
  /** Every folder in which something may change, with what tells it from its successor. */
  readonly folders: ReadonlyMap<string, string>;
}

/** Looks at every directory and loads what has changed. A broken skill is left out, and nothing else. */
export async function scanSkills(
  directories: readonly string[],
  loader: SkillLoader,
  limits: SkillLimits,
): Promise<SkillScan> {
  const scan = new Scan(loader, limits);
  for (const directory of directories) await scan.add(directory);
  loader.endScan();
  return scan;
}

class Scan implements SkillScan {
  readonly skills: LoadedSkill[] = [];
  readonly problems: SkillProblem[] = [];
  readonly folders = new Map<string, string>();
  private readonly budget: ScanBudget;

  constructor(
    private readonly loader: SkillLoader,
    private readonly limits: SkillLimits,
  ) {
    this.budget = new ScanBudget(limits.maxSkillEntries);
  }

  async add(directory: string): Promise<void> {
    // Skills of other directories share the name space, those of this one may be inside each other.
    const others = [...this.skills];
    await this.unlessBroken(async () => {
      const root = await scanTree(directory, this.budget, this.limits);
      if (manifestOf(root) !== undefined) {
        throw new SkillProblemError(
          directory,
          `is a skill itself, since it has a ${SKILL_FILE}; name the directory it is in`,
        );
      }
      for (const folder of foldersIn(root)) {
        this.folders.set(folder.path, folder.identity);
        for (const problem of folder.problems) this.report(problem);
        if (manifestOf(folder) === undefined) continue;
        await this.unlessBroken(async () => {
          requireApart(folder, others);
          this.skills.push(await this.loader.load(root.path, folder));
        });
      }
    });
  }

  private async unlessBroken(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof SkillProblemError)) throw thrown;
      this.report(thrown);
    }
  }

  /** A skill shares the problems of its folders and of skills inside it. */
  private report({ path, reason }: SkillProblem): void {
    const problem = { path: shown(path), reason };
    if (this.problems.some((known) => isDeepStrictEqual(known, problem))) return;
    this.problems.push(problem);
  }
}

/** @throws SkillProblemError for a skill that is, is in, or has in it a skill of another directory */
function requireApart(folder: ScannedFolder, others: readonly LoadedSkill[]): void {
  const other = others.find(({ folder: { segments } }) =>
    segments
      .slice(0, folder.segments.length)
      .every((name, index) => name === folder.segments[index]),
  );
  if (other === undefined) return;
  throw new SkillProblemError(
    folder.path,
    `has the URIs of the skill in ${shown(other.folder.path)}; rename one of the folders`,
  );
}

function* foldersIn(folder: ScannedFolder): Generator<ScannedFolder> {
  yield folder;
  for (const inner of folder.folders) yield* foldersIn(inner);
}

/** As people know it, if it is below the working directory. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
