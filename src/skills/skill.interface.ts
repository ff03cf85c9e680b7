import type { JsonObject } from '../protocol/json.js';

/** One file of a skill, as an entry tells it (SEP-2640, Resources). */
export interface SkillResource {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits, of the bytes of the file. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** The entry of a skill in `skills/list` and `skills/get` (SEP-2640, Enumeration). */
export interface SkillEntry {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  /** As its author wrote it. */
  readonly frontmatter: SkillFrontmatter;
  /** Every file of the skill, those of skills inside it included. */
  readonly resources: readonly SkillResource[];
}

/** The frontmatter of a `SKILL.md`, of which two members are certain (Agent Skills). */
export interface SkillFrontmatter extends JsonObject {
  readonly name: string;
  readonly description: string;
}

/** A file that is served, and where it was found. */
export interface SkillFile extends SkillResource {
  /** Path of the directory of skills it may not lead out of. */
  readonly root: string;
  /** Its path, without links. */
  readonly path: string;
  readonly mimeType: string;
}

/** What stands in a folder that is served: a file or another folder, as resources are listed. */
export interface SkillChild {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
}

/** Why something is not served. */
export interface SkillProblem {
  /** The path of what is wrong. */
  readonly path: string;
  /** What is wrong and what to do. */
  readonly reason: string;
}
