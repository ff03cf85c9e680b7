import { isDeepStrictEqual } from 'node:util';
import { FOLDER_TYPE } from './media-type.js';
import type { ScannedFolder } from './scanned-folder.interface.js';
import type { LoadedSkill } from './skill-loader.js';
import { keyOfUri, skillKey, skillUri } from './skill-uri.js';
import type { SkillChild, SkillEntry, SkillFile } from './skill.interface.js';

/** Everything that is served, as it was at one moment. Look-ups take URIs of clients, in any spelling. */
export class SkillIndex {
  /** Grows with every change. */
  readonly version: number;
  /** Sorted by URI. */
  readonly skills: readonly SkillEntry[];
  private readonly entries = new Map<string, SkillEntry>();
  private readonly filesByKey = new Map<string, SkillFile>();
  private readonly children = new Map<string, Map<string, SkillChild>>();

  constructor(loaded: readonly LoadedSkill[], version: number) {
    this.version = version;
    this.skills = loaded.map(({ entry }) => entry).sort(byUri);
    for (const { entry, files } of loaded) {
      this.entries.set(keyOf(entry.uri), entry);
      for (const file of files) this.filesByKey.set(keyOf(file.uri), file);
    }
    for (const { folder } of loaded) {
      this.addAbove(folder.segments);
      this.addBelow(folder);
    }
  }

  /** True when the same is served, from the same places. */
  equals({ skills, filesByKey, children }: SkillIndex): boolean {
    return (
      isDeepStrictEqual(this.skills, skills) &&
      isDeepStrictEqual(this.filesByKey, filesByKey) &&
      isDeepStrictEqual(this.children, children)
    );
  }

  /** Every file of every skill, once. */
  get files(): Iterable<SkillFile> {
    return this.filesByKey.values();
  }

  /** @param uri of a `SKILL.md` */
  findSkill(uri: string): SkillEntry | undefined {
    return find(this.entries, uri);
  }

  findFile(uri: string): SkillFile | undefined {
    return find(this.filesByKey, uri);
  }

  /** What stands in a folder, sorted by URI; `undefined` for anything but a folder. */
  findChildren(uri: string): readonly SkillChild[] | undefined {
    const children = find(this.children, uri);
    return children && [...children.values()].sort(byUri);
  }

  /** The `SKILL.md` of every skill, as resources are listed (SEP-2640, Resource Metadata). */
  get manifests(): readonly SkillChild[] {
    return this.skills.map(({ uri }) => this.childOf(keyOf(uri)));
  }

  /** Folders that lead to a skill show nothing else. */
  private addAbove(segments: readonly string[]): void {
    for (let depth = 1; depth < segments.length; depth++) {
      const child = segments.slice(0, depth + 1);
      this.put(segments.slice(0, depth), folderChild(child), child);
    }
  }

  private addBelow({ segments, files, folders }: ScannedFolder): void {
    this.childrenOf(segments);
    for (const { name } of files) {
      const path = [...segments, name];
      this.put(segments, this.childOf(skillKey(path)), path);
    }
    for (const folder of folders) {
      this.put(segments, folderChild(folder.segments), folder.segments);
      this.addBelow(folder);
    }
  }

  private childOf(key: string): SkillChild {
    const { uri, mimeType } = this.filesByKey.get(key) as SkillFile;
    const { frontmatter } = this.entries.get(key) ?? {};
    if (frontmatter === undefined) {
      return { uri, name: key.slice(key.lastIndexOf('/') + 1), mimeType };
    }
    const { name, description } = frontmatter;
    return { uri, name, description, mimeType };
  }

  private put(parent: readonly string[], child: SkillChild, path: readonly string[]): void {
    this.childrenOf(parent).set(skillKey(path), child);
  }

  private childrenOf(segments: readonly string[]): Map<string, SkillChild> {
    const key = skillKey(segments);
    const known = this.children.get(key) ?? new Map<string, SkillChild>();
    this.children.set(key, known);
    return known;
  }
}

const folderChild = (segments: readonly string[]): SkillChild => ({
  uri: skillUri(segments),
  name: segments.at(-1) ?? '',
  mimeType: FOLDER_TYPE,
});

const keyOf = (uri: string): string => keyOfUri(uri) ?? uri;

const byUri = (a: { readonly uri: string }, b: { readonly uri: string }): number =>
  a.uri < b.uri ? -1 : Number(a.uri > b.uri);

function find<T>(map: ReadonlyMap<string, T>, uri: string): T | undefined {
  const key = keyOfUri(uri);
  return key === undefined ? undefined : map.get(key);
}
