import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SkillsFolder } from '../../test/support/skills-folder.js';
import { ScanBudget, scanTree } from './scan-tree.js';
import type { ScannedFolder } from './scanned-folder.interface.js';

const LIMITS = { maxSkillDepth: 5, maxSkillEntries: 100 };

/** Paths of all files, and problems as they are told, with paths from the directory. */
function found(root: ScannedFolder): { readonly files: string[]; readonly problems: string[] } {
  const inner = root.folders.map(found);
  return {
    files: [
      ...root.files.map(({ name }) => [...root.segments, name].join('/')),
      ...inner.flatMap(({ files }) => files),
    ],
    problems: [
      ...root.problems.map(({ path, reason }) => `${path} ${reason}`),
      ...inner.flatMap(({ problems }) => problems),
    ],
  };
}

describe('scanTree', () => {
  let folder: SkillsFolder;
  let outside: SkillsFolder;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
    outside = await SkillsFolder.create();
  });

  afterEach(async () => {
    await folder.delete();
    await outside.delete();
  });

  const scan = async (limits = LIMITS) =>
    found(await scanTree(folder.path, new ScanBudget(limits.maxSkillEntries), limits));
  const at = (path: string) => join(folder.path, path);

  it('finds files and folders by name', async () => {
    await folder.write('b/z.md', '');
    await folder.write('b/a.md', '');
    await folder.write('a/c/d.md', '');

    expect(await scan()).toEqual({ files: ['a/c/d.md', 'b/a.md', 'b/z.md'], problems: [] });
  });

  it('passes over names that begin with a dot', async () => {
    await folder.write('.git/config', '');
    await folder.write('a/.env', '');
    await folder.write('a/..data', '');
    await folder.write('a/b.md', '');

    expect(await scan()).toEqual({ files: ['a/b.md'], problems: [] });
  });

  it('follows links that stay inside, as mounted volumes have them', async () => {
    await folder.write('..data/a/SKILL.md', '');
    await folder.link('a', '..data/a');
    await folder.link('b/one.md', '../..data/a/SKILL.md');

    expect(await scan()).toEqual({ files: ['a/SKILL.md', 'b/one.md'], problems: [] });
  });

  it('takes a directory that is a link itself', async () => {
    await outside.write('a/SKILL.md', '');
    await folder.link('linked', outside.path);

    const root = await scanTree(at('linked'), new ScanBudget(10), LIMITS);

    expect(found(root)).toEqual({ files: ['a/SKILL.md'], problems: [] });
  });

  it.each([
    ['a file', () => 'secret.txt'],
    ['a folder', () => '.'],
  ])('finds a link to %s outside to be a problem', async (_what, target) => {
    await outside.write('secret.txt', 'secret');
    await folder.link('a/link', join(outside.path, target()));

    expect(await scan()).toEqual({
      files: [],
      problems: [`${at('a/link')} is a link out of the directory of skills; copy it instead`],
    });
  });

  it('finds a link to a folder whose name only begins alike to be one as well', async () => {
    const beside = `${folder.path}-more`;
    await folder.link('a/link', beside);
    const other = await SkillsFolder.create();
    await other.delete();
    execFileSync('mkdir', [beside]);

    try {
      expect((await scan()).problems).toEqual([expect.stringContaining('is a link out of')]);
    } finally {
      execFileSync('rmdir', [beside]);
    }
  });

  it('finds a way out over a second link', async () => {
    await outside.write('secret.txt', 'secret');
    await folder.link('a/out', outside.path);
    await folder.link('b/link', '../a/out/secret.txt');

    const { files, problems } = await scan();

    expect(files).toEqual([]);
    expect(problems).toHaveLength(2);
  });

  it.each([
    ['nowhere', 'missing', 'is a link that leads nowhere'],
    ['to itself', 'link', 'cannot be read (ELOOP)'],
    ['above itself', '.', 'is reached by a link from inside it; remove the link'],
  ])('finds a link that leads %s to be a problem', async (_what, target, reason) => {
    await folder.folder('a');
    await folder.link('a/link', target);

    expect((await scan()).problems).toEqual([expect.stringContaining(reason)]);
  });

  it('finds a pipe to be a problem, without waiting for it', async () => {
    await folder.folder('a');
    execFileSync('mkfifo', [at('a/pipe')]);

    expect(await scan()).toEqual({
      files: [],
      problems: [`${at('a/pipe')} is neither a file nor a folder; remove it`],
    });
  });

  it('finds a socket to be a problem', async () => {
    await folder.folder('a');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('a/s'), resolve));

    try {
      expect((await scan()).problems).toEqual([expect.stringContaining('neither a file nor')]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it.each(['a\\b.md', 'a\nb.md', 'a\u0001.md'])(
    'finds the name %j to be a problem',
    async (name) => {
      await folder.write(`a/${name}`, '');

      expect(await scan()).toEqual({
        files: [],
        problems: [expect.stringMatching(/in its name; rename it$/)],
      });
    },
  );

  it('finds a name that is not UTF-8 to be a problem', async () => {
    await folder.folder('a');
    execFileSync('sh', ['-c', `touch "$1/$(printf 'a\\377')"`, 'sh', at('a')]);

    expect((await scan()).problems).toEqual([expect.stringContaining('a name that is not UTF-8')]);
  });

  it('goes as deep as it may, and no deeper', async () => {
    await folder.write('1/2/3/4/5/deep.md', '');
    await folder.write('1/2/3/4/5/6/deeper.md', '');

    expect(await scan()).toEqual({
      files: ['1/2/3/4/5/deep.md'],
      problems: [
        `${at('1/2/3/4/5/6')} is deeper than the 5 folders that limits.maxSkillDepth allows`,
      ],
    });
  });

  it('looks at as many entries as it may, and no more', async () => {
    for (const name of ['a', 'b', 'c']) await folder.write(`${name}/x.md`, '');

    expect((await scan({ ...LIMITS, maxSkillEntries: 6 })).files).toHaveLength(3);
    await expect(scan({ ...LIMITS, maxSkillEntries: 5 })).rejects.toThrow(
      `${folder.path} holds too much: limits.maxSkillEntries allows 5 files and folders`,
    );
  });

  it('refuses a directory that is none', async () => {
    await folder.write('file.md', '');
    const refused = (path: string) => scanTree(at(path), new ScanBudget(9), LIMITS);

    await expect(refused('missing')).rejects.toThrow(`${at('missing')} does not exist`);
    await expect(refused('file.md')).rejects.toThrow(`${at('file.md')} is not a directory`);
    await expect(refused('file.md/x')).rejects.toThrow(`${at('file.md/x')} does not exist`);
  });
});
