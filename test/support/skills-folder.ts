import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory of skills that lasts as long as a test. */
export class SkillsFolder {
  private constructor(readonly path: string) {}

  static async create(): Promise<SkillsFolder> {
    return new SkillsFolder(await realpath(await mkdtemp(join(tmpdir(), 'nest-mcp-skills-'))));
  }

  /** Writes a file, with the folders it is in. */
  async write(path: string, contents: string | Uint8Array): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }

  /** Writes a skill that is as it should be. */
  skill(path: string, description = `What ${path} is for`, more = ''): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const frontmatter = `name: ${name}\ndescription: ${description}\n${more}`;
    return this.write(`${path}/SKILL.md`, `---\n${frontmatter}---\n\n# ${name}\n`);
  }

  async folder(path: string): Promise<void> {
    await mkdir(join(this.path, path), { recursive: true });
  }

  /** @param target relative to the link, or absolute */
  async link(path: string, target: string): Promise<void> {
    const link = join(this.path, path);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }

  async delete(path = '.'): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }
}
