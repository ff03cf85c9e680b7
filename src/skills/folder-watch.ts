import type { Logger } from '@nestjs/common';
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { codeOf, isMissing } from './skill-problem.error.js';

/** Folders that are watched at most; every one takes a handle of the operating system. */
const MAX_WATCHED = 1024;

/**
 * Watches folders, one by one: what Node offers for whole trees follows links and misses removals. It
 * is best effort. Where a system cannot watch, it says so once.
 */
export class FolderWatch {
  private readonly watchers = new Map<string, { readonly identity: string; watcher: FSWatcher }>();
  private isOver = false;

  /** @param noticed called for every sign of a change */
  constructor(
    private readonly noticed: () => void,
    private readonly logger: Logger,
  ) {}

  /** How many folders are watched; zero once it is closed. */
  get size(): number {
    return this.watchers.size;
  }

  /**
   * Watches these folders from now on, and no others.
   *
   * @param folders paths, with what tells a folder from another one that took its place
   */
  follow(folders: ReadonlyMap<string, string>): void {
    for (const [path, { identity, watcher }] of this.watchers) {
      if (folders.get(path) === identity) continue;
      this.watchers.delete(path);
      watcher.close();
    }
    for (const [path, identity] of folders) this.add(path, identity);
  }

  /** Nothing is noticed any more. */
  close(): void {
    this.isOver = true;
    for (const { watcher } of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private add(path: string, identity: string): void {
    if (this.isOver || this.watchers.has(path)) return;
    if (this.watchers.size >= MAX_WATCHED) return this.giveUp(`more than ${MAX_WATCHED} folders`);
    try {
      const watcher = watch(path, { persistent: false }, this.noticed);
      watcher.on('error', (error) => this.failed(path, error));
      this.watchers.set(path, { identity, watcher });
    } catch (thrown) {
      this.failed(path, thrown);
    }
  }

  /** A folder that was removed is noticed by the one it was in. */
  private failed(path: string, thrown: unknown): void {
    this.watchers.get(path)?.watcher.close();
    this.watchers.delete(path);
    if (isMissing(thrown)) return this.noticed();
    this.giveUp(`${path}: ${codeOf(thrown) ?? String(thrown)}`);
  }

  private giveUp(why: string): void {
    if (this.isOver) return;
    this.close();
    this.logger.warn(
      `Skills are not watched (${why}), so clients are not told of changes as they happen`,
    );
  }
}
