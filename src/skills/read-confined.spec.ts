import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SkillsFolder } from '../../test/support/skills-folder.js';
import { isInside, readConfined } from './read-confined.js';

describe('readConfined', () => {
  let folder: SkillsFolder;
  let outside: SkillsFolder;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
    outside = await SkillsFolder.create();
    await outside.write('secret.txt', 'secret');
  });

  afterEach(async () => {
    await folder.delete();
    await outside.delete();
  });

  const read = (path: string, maxBytes = 100) =>
    readConfined(folder.path, join(folder.path, path), maxBytes);

  it.each([0, 1, 99, 100])('reads %i bytes where 100 are allowed', async (size) => {
    await folder.write('a', Buffer.alloc(size, 7));

    expect(await read('a')).toEqual(Buffer.alloc(size, 7));
  });

  it('reads a large file whole', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    await folder.write('a', bytes);

    expect((await read('a', 200_000)).equals(bytes)).toBe(true);
  });

  it('refuses one byte more than is allowed', async () => {
    await folder.write('a', Buffer.alloc(101));

    await expect(read('a')).rejects.toThrow(`${join(folder.path, 'a')} has more than 100 bytes`);
  });

  it('counts the bytes of a file that tells no size', async () => {
    await expect(readConfined('/proc', '/proc/version', 5)).rejects.toThrow('more than 5 bytes');
    expect(await readConfined('/proc', '/proc/version', 10_000)).not.toHaveLength(0);
  });

  it('refuses a link in the place of the file', async () => {
    await folder.link('a', join(outside.path, 'secret.txt'));

    await expect(read('a')).rejects.toThrow('was replaced while it was read');
  });

  it('refuses a link in the place of a folder above', async () => {
    await folder.link('a', outside.path);

    await expect(read('a/secret.txt')).rejects.toThrow('was replaced while it was read');
  });

  it('refuses a path that is not inside', async () => {
    const path = join(outside.path, 'secret.txt');

    await expect(readConfined(folder.path, path, 100)).rejects.toThrow('was replaced');
    await expect(read('../x')).rejects.toThrow('ENOENT');
  });

  it('refuses a folder and a pipe, without waiting for it', async () => {
    await folder.folder('a');
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);

    await expect(read('a')).rejects.toThrow('is no plain file');
    await expect(read('pipe')).rejects.toThrow('is no plain file');
  });
});

describe('isInside', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/', '/a', true],
    ['/a', '/ab', false],
    ['/a', '/', false],
    ['/a/b', '/a', false],
  ])('in %s: %s is %p', (root, path, isIn) => {
    expect(isInside(root, path)).toBe(isIn);
  });
});
