import type { Logger } from '@nestjs/common';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock, Timer } from '../protocol/clock.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { decodeText } from './decode-text.js';
import { FolderWatch } from './folder-watch.js';
import { loadYaml } from './load-yaml.js';
import { readConfined } from './read-confined.js';
import type { SkillScan } from './scan-skills.js';
import { scanSkills } from './scan-skills.js';
import { SkillIndex } from './skill-index.js';
import { SkillLoader } from './skill-loader.js';
import { isMissing, SkillProblemError } from './skill-problem.error.js';
import type { SkillProblem } from './skill.interface.js';
import type { SkillLimits, SkillsOptions } from './skills-options.interface.js';

/** What is served changed. */
export interface SkillChange {
  readonly before: SkillIndex;
  readonly after: SkillIndex;
}

/** What a file holds: text, or base64 of anything else. */
export type SkillContents = { readonly mimeType: string } & (
  { readonly text: string } | { readonly blob: string }
);

/** What a library is made of. */
export interface SkillLibraryParts {
  readonly options: SkillsOptions;
  readonly limits: SkillLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Who saves a file writes more than once; a scan waits until that is done. */
const SETTLE_MS = 100;

/** Problems that an error at boot names. */
const MAX_NAMED = 10;

const WHERE = 'McpModule option skills';
const NOTHING = new SkillIndex([], 0);

/**
 * The skills in the directories of a server. It looks again whenever somebody asks what there is, so
 * that nothing depends on signs of the file system; those only bring news to clients earlier.
 */
export class SkillLibrary {
  private readonly directories: readonly string[];
  private readonly watch: FolderWatch | undefined;
  private loader: SkillLoader | undefined;
  private current = NOTHING;
  private told: readonly SkillProblem[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<SkillIndex> | undefined;
  private pause: Timer | undefined;
  private isClosed = false;

  /** Called when what is served changed, before anybody is given it. */
  onChange: (change: SkillChange) => void | Promise<void> = () => undefined;

  constructor(private readonly parts: SkillLibraryParts) {
    const { directory, watch = true } = parts.options;
    this.directories = [directory].flat().map((path) => resolve(path));
    this.watch = watch ? new FolderWatch(() => this.noticed(), parts.logger) : undefined;
  }

  /** Everything that is served, as it was last seen. */
  get index(): SkillIndex {
    return this.current;
  }

  /** How many folders are watched; zero at rest. */
  get watched(): number {
    return this.watch?.size ?? 0;
  }

  /**
   * Loads the skills for the first time.
   *
   * @throws McpConfigurationError for a directory that is not there, for a skill that cannot be served,
   * and where the package `yaml` is not installed
   */
  async open(): Promise<void> {
    const { limits, clock } = this.parts;
    this.loader = new SkillLoader(await loadYaml(WHERE), limits, clock);
    const scan = await this.look(this.loader);
    const { problems } = scan;
    if (problems.length > 0) {
      const named = problems.slice(0, MAX_NAMED).map(({ path, reason }) => `${path} ${reason}`);
      const more = problems.length - named.length;
      throw new McpConfigurationError(
        `${WHERE}: ${named.join('; ')}${more > 0 ? `; and ${more} problems more` : ''}`,
      );
    }
    this.watch?.follow(scan.folders);
    await this.take(scan);
  }

  /** Looks again, and gives what is there now: what changed before the call is in it. */
  refresh(): Promise<SkillIndex> {
    // A scan that runs may have passed what changed meanwhile, so this is the one after it.
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const scan = this.scan();
      this.running = scan.catch(() => undefined);
      return scan;
    });
    return this.next;
  }

  /** What a file holds now; `undefined` for what is no file of a skill, or not any more. */
  async read(uri: string): Promise<SkillContents | undefined> {
    return (await this.readKnown(uri)) ?? (await this.refresh().then(() => this.readKnown(uri)));
  }

  /** Watches no more, and looks no more. */
  close(): void {
    this.isClosed = true;
    this.pause?.cancel();
    this.watch?.close();
  }

  private async readKnown(uri: string): Promise<SkillContents | undefined> {
    const file = this.current.findFile(uri);
    if (file === undefined) return undefined;
    const { root, path, mimeType } = file;
    try {
      const bytes = await readConfined(root, path, this.parts.limits.maxSkillBytes);
      const text = decodeText(bytes);
      return text === undefined ? { mimeType, blob: bytes.toString('base64') } : { mimeType, text };
    } catch (thrown) {
      // It was moved, grew too large, or something else took its place: a new look decides.
      if (isMissing(thrown) || thrown instanceof SkillProblemError) return undefined;
      throw thrown;
    }
  }

  private noticed(): void {
    if (this.isClosed || this.pause !== undefined) return;
    this.pause = this.parts.clock.after(SETTLE_MS, () => {
      this.pause = undefined;
      this.refresh().catch((error: unknown) => {
        this.parts.logger.error(`Skills could not be looked at again: ${String(error)}`);
      });
    });
  }

  private async scan(): Promise<SkillIndex> {
    if (this.isClosed || this.loader === undefined) return this.current;
    const scan = await this.look(this.loader);
    if (!this.isClosed) this.watch?.follow(scan.folders);
    this.tell(scan.problems);
    await this.take(scan);
    return this.current;
  }

  private look(loader: SkillLoader): Promise<SkillScan> {
    return scanSkills(this.directories, loader, this.parts.limits);
  }

  private async take({ skills }: SkillScan): Promise<void> {
    const before = this.current;
    const after = new SkillIndex(skills, before.version + 1);
    if (before.equals(after)) return;
    this.current = after;
    await this.onChange({ before, after });
  }

  /** What is wrong is told once, until it is mended. */
  private tell(problems: readonly SkillProblem[]): void {
    for (const problem of problems) {
      if (this.told.some((told) => isDeepStrictEqual(told, problem))) continue;
      this.parts.logger.warn(`A skill is left out: ${problem.path} ${problem.reason}`);
    }
    this.told = problems;
  }
}
