import type { BigIntStats } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from './read-confined.js';
import type { ScannedFile, ScannedFolder } from './scanned-folder.interface.js';
import { codeOf, isMissing, SkillProblemError } from './skill-problem.error.js';
import { nameProblem } from './skill-uri.js';
import type { SkillProblem } from './skill.interface.js';
import type { SkillLimits } from './skills-options.interface.js';

/** Bounds of a scan. */
export type ScanLimits = Pick<SkillLimits, 'maxSkillDepth' | 'maxSkillEntries'>;

/** Where something is. */
interface Place {
  readonly segments: readonly string[];
  /** Without links. */
  readonly path: string;
}

/** Something that has a name in a folder, once links are followed. */
interface Entry extends Place {
  readonly name: string;
  readonly stats: BigIntStats;
}

/** How many entries may still be looked at. It is shared by all directories of a server. */
export class ScanBudget {
  private left: number;

  constructor(private readonly max: number) {
    this.left = max;
  }

  /** @throws SkillProblemError when there are too many */
  spend(path: string): void {
    if (this.left-- > 0) return;
    throw new SkillProblemError(
      path,
      `holds too much: limits.maxSkillEntries allows ${this.max} files and folders in all directories`,
    );
  }
}

/**
 * Looks at everything in a directory of skills but at no contents. Names that begin with a dot are
 * passed over. A link is followed where it stays in the directory. What cannot be served is a problem
 * of the folder it stands in.
 *
 * @throws SkillProblemError for a directory that cannot be looked at, or holds too much
 */
export async function scanTree(
  directory: string,
  budget: ScanBudget,
  limits: ScanLimits,
): Promise<ScannedFolder> {
  try {
    const root = await realpath(directory);
    const stats = await stat(root, { bigint: true });
    if (!stats.isDirectory()) throw new SkillProblemError(directory, 'is not a directory');
    const scan = new TreeScan(root, budget, limits);
    return await scan.folder({ segments: [], path: root }, stats, []);
  } catch (thrown) {
    if (isMissing(thrown)) throw new SkillProblemError(directory, 'does not exist');
    throw asProblem(thrown, directory);
  }
}

class TreeScan {
  constructor(
    private readonly root: string,
    private readonly budget: ScanBudget,
    private readonly limits: ScanLimits,
  ) {}

  /** @param above paths of the folders around it, in which a link may go round in circles */
  async folder(
    { segments, path }: Place,
    { dev, ino }: BigIntStats,
    above: readonly string[],
  ): Promise<ScannedFolder> {
    const trail = [...above, path];
    const files: ScannedFile[] = [];
    const folders: ScannedFolder[] = [];
    const problems: SkillProblem[] = [];
    for (const name of await this.namesIn(path)) {
      try {
        const entry = await this.look(join(path, name), [...segments, name]);
        if (entry === undefined) continue;
        if (entry.stats.isFile()) files.push(fileOf(entry));
        else folders.push(await this.enter(entry, trail));
      } catch (thrown) {
        if (thrown instanceof SkillProblemError && thrown.path === this.root) throw thrown;
        // It went away while we looked.
        if (isMissing(thrown)) continue;
        const { path: place, reason } = asProblem(thrown, join(path, name));
        problems.push({ path: place, reason });
      }
    }
    return { segments, path, identity: `${dev}:${ino}`, files, folders, problems };
  }

  private async namesIn(path: string): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { name } of await opendir(path)) {
      this.budget.spend(this.root);
      if (!name.startsWith('.')) names.push(name);
    }
    return names.sort();
  }

  /** `undefined` for what is gone already. */
  private async look(path: string, segments: readonly string[]): Promise<Entry | undefined> {
    const name = segments.at(-1) ?? '';
    const unnameable = nameProblem(name);
    if (unnameable !== undefined) throw new SkillProblemError(path, unnameable);
    const stats = await lstat(path, { bigint: true }).catch(unlessMissing);
    if (stats === undefined) return undefined;
    const entry = stats.isSymbolicLink() ? await this.follow(path) : { path, stats };
    if (!entry.stats.isFile() && !entry.stats.isDirectory()) {
      throw new SkillProblemError(path, 'is neither a file nor a folder; remove it');
    }
    return { name, segments, ...entry };
  }

  private async follow(link: string): Promise<Pick<Entry, 'path' | 'stats'>> {
    const path = await realpath(link).catch(unlessMissing);
    if (path === undefined) throw new SkillProblemError(link, 'is a link that leads nowhere');
    if (!isInside(this.root, path)) {
      throw new SkillProblemError(
        link,
        'is a link out of the directory of skills; copy it instead',
      );
    }
    return { path, stats: await lstat(path, { bigint: true }) };
  }

  private enter(entry: Entry, trail: readonly string[]): Promise<ScannedFolder> {
    const { path, segments, stats } = entry;
    const { maxSkillDepth } = this.limits;
    if (trail.includes(path)) {
      throw new SkillProblemError(path, 'is reached by a link from inside it; remove the link');
    }
    if (segments.length > maxSkillDepth) {
      throw new SkillProblemError(
        path,
        `is deeper than the ${maxSkillDepth} folders that limits.maxSkillDepth allows`,
      );
    }
    return this.folder(entry, stats, trail);
  }
}

const fileOf = ({ name, path, stats }: Entry): ScannedFile => ({
  name,
  path,
  size: Number(stats.size),
  stamp: [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':'),
  changedMs: Number(stats.ctimeMs),
});

function unlessMissing(thrown: unknown): undefined {
  if (!isMissing(thrown)) throw thrown;
}

/** @throws what is no failure of the file system */
function asProblem(thrown: unknown, path: string): SkillProblemError {
  if (thrown instanceof SkillProblemError) return thrown;
  const code = codeOf(thrown);
  if (code === undefined) throw thrown;
  return new SkillProblemError(path, `cannot be read (${code})`, { cause: thrown });
}
