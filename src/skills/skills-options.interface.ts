/**
 * Which skills a server has (SEP-2640).
 *
 * @publicApi
 */
export interface SkillsOptions {
  /**
   * The directory, or directories, in which skills are: folders with a `SKILL.md`, at any depth.
   * Relative paths begin at the working directory of the process.
   */
  readonly directory: string | readonly string[];

  /**
   * Whether the directories are watched, so that clients are told of changes as they happen; default
   * true. Without it changes are noticed when a client asks for skills.
   */
  readonly watch?: boolean;
}

/** Bounds of the skills of a server. */
export interface SkillLimits {
  /** Bytes of the frontmatter of one `SKILL.md`. */
  readonly maxFrontmatterBytes: number;
  /** Bytes of all files of one skill. */
  readonly maxSkillBytes: number;
  /** Folders below each other in a directory of skills. */
  readonly maxSkillDepth: number;
  /** Files and folders in all directories of skills. */
  readonly maxSkillEntries: number;
  /** Files of one skill, those of skills inside it included. */
  readonly maxSkillFiles: number;
}
