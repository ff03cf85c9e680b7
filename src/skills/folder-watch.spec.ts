import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchLogger } from '../../test/support/bench-logger.js';
import { SkillsFolder } from '../../test/support/skills-folder.js';
import { FolderWatch } from './folder-watch.js';

describe('a watch of folders', () => {
  let folder: SkillsFolder;
  let logger: BenchLogger;
  let watch: FolderWatch;
  let notice: () => void;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
    logger = new BenchLogger();
    notice = () => undefined;
    watch = new FolderWatch(() => notice(), logger);
  });

  afterEach(async () => {
    watch.close();
    await folder.delete();
  });

  const noticed = () => new Promise<void>((resolve) => (notice = resolve));
  const identityOf = async (path: string) => String((await stat(path)).ino);

  it('follows those it is given, and no others', async () => {
    await folder.folder('a');
    await folder.folder('b');
    const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];

    watch.follow(
      new Map([
        [a, '1'],
        [b, '2'],
      ]),
    );
    expect(watch.size).toBe(2);
    watch.follow(new Map([[b, '2']]));
    expect(watch.size).toBe(1);
    const sign = noticed();
    await folder.write('b/x.md', '');
    await sign;

    watch.close();
    expect(watch.size).toBe(0);
    watch.follow(new Map([[a, '1']]));
    expect(watch.size).toBe(0);
  });

  it('follows a folder that took the place of another', async () => {
    await folder.folder('a');
    const a = join(folder.path, 'a');
    watch.follow(new Map([[a, await identityOf(a)]]));
    await folder.delete('a');
    await folder.folder('keep-the-number');
    await folder.folder('a');
    watch.follow(new Map([[a, `another than ${await identityOf(a)}`]]));

    const sign = noticed();
    await folder.write('a/x.md', '');

    await expect(sign).resolves.toBeUndefined();
  });

  it('takes a folder that is gone already for a change', () => {
    let count = 0;
    notice = () => void count++;
    watch.follow(new Map([[join(folder.path, 'missing'), '1']]));

    expect([count, watch.size, logger.lines]).toEqual([1, 0, []]);
  });

  it('gives up on too many, and says so once', async () => {
    const folders = new Map<string, string>();
    for (let n = 0; n < 1025; n++) {
      await folder.folder(String(n));
      folders.set(join(folder.path, String(n)), String(n));
    }

    watch.follow(folders);
    watch.follow(folders);

    expect(watch.size).toBe(0);
    expect(logger.lines).toEqual([
      'warn Skills are not watched (more than 1024 folders), so clients are not told of changes as they happen',
    ]);
  });
});
