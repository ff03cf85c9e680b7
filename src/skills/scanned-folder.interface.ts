import type { SkillProblem } from './skill.interface.js';

/** A file as the scan found it. */
export interface ScannedFile {
  readonly name: string;
  /** Without links. */
  readonly path: string;
  readonly size: number;
  /** Changes whenever the file does, as far as the file system can tell. */
  readonly stamp: string;
  /** When it last changed, in milliseconds since the Unix epoch by the clock of the file system. */
  readonly changedMs: number;
}

/** A folder as the scan found it, with everything that may be served in it. */
export interface ScannedFolder {
  /** Names from the directory of skills down to here. */
  readonly segments: readonly string[];
  /** Without links. */
  readonly path: string;
  /** Tells a folder from another one that took its place. */
  readonly identity: string;
  /** By name. */
  readonly files: readonly ScannedFile[];
  /** By name. */
  readonly folders: readonly ScannedFolder[];
  /** What stands in it and cannot be served. */
  readonly problems: readonly SkillProblem[];
}
