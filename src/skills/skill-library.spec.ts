import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchLogger } from '../../test/support/bench-logger.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { SkillsFolder } from '../../test/support/skills-folder.js';
import { systemClock } from '../protocol/clock.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type { SkillChange } from './skill-library.js';
import { SkillLibrary } from './skill-library.js';
import type { SkillLimits, SkillsOptions } from './skills-options.interface.js';

const LIMITS: SkillLimits = {
  maxFrontmatterBytes: 1_000,
  maxSkillBytes: 5_000,
  maxSkillDepth: 8,
  maxSkillEntries: 1_000,
  maxSkillFiles: 20,
};

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe('a library of skills', () => {
  let folder: SkillsFolder;
  let other: SkillsFolder;
  let logger: BenchLogger;
  let clock: ManualClock;
  let library: SkillLibrary | undefined;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
    other = await SkillsFolder.create();
    logger = new BenchLogger();
    clock = new ManualClock();
    await folder.skill('refunds');
  });

  afterEach(async () => {
    library?.close();
    await folder.delete();
    await other.delete();
  });

  async function open(limits: Partial<SkillLimits> = {}, options: Partial<SkillsOptions> = {}) {
    library = new SkillLibrary({
      options: { directory: folder.path, watch: false, ...options },
      limits: { ...LIMITS, ...limits },
      clock,
      logger,
    });
    await library.open();
    return library;
  }

  const uris = (of: SkillLibrary) => of.index.skills.map(({ uri }) => uri);
  const after = async (of: SkillLibrary) => {
    await of.refresh();
    return uris(of);
  };
  const at = (path: string) => join(folder.path, path);

  it('has an entry for each skill, those inside others too, and every file in it', async () => {
    await folder.write('refunds/letter.txt', 'Dear customer');
    await folder.skill('acme/billing/invoices');
    await folder.skill('acme/billing/invoices/reminders');
    await folder.write('acme/notes.txt', 'no skill, and not served');

    const { index } = await open();

    expect(
      index.skills.map(({ uri, resources }) => [uri, resources.map((one) => one.uri)]),
    ).toEqual([
      [
        'skill://acme/billing/invoices/SKILL.md',
        [
          'skill://acme/billing/invoices/SKILL.md',
          'skill://acme/billing/invoices/reminders/SKILL.md',
        ],
      ],
      [
        'skill://acme/billing/invoices/reminders/SKILL.md',
        ['skill://acme/billing/invoices/reminders/SKILL.md'],
      ],
      ['skill://refunds/SKILL.md', ['skill://refunds/SKILL.md', 'skill://refunds/letter.txt']],
    ]);
    expect(index.skills[2]?.resources[1]).toEqual({
      uri: 'skill://refunds/letter.txt',
      digest: digestOf('Dear customer'),
      size: 13,
    });
  });

  it('lists folders, empty ones and those above skills too', async () => {
    await folder.skill('acme/billing/invoices');
    await folder.folder('acme/billing/invoices/empty');
    await folder.folder('acme/elsewhere');

    const { index } = await open();
    const children = (uri: string) => index.findChildren(uri)?.map((child) => child.uri);

    expect(children('skill://acme')).toEqual(['skill://acme/billing']);
    expect(children('skill://acme/billing')).toEqual(['skill://acme/billing/invoices']);
    expect(index.findChildren('skill://acme/billing/invoices')).toEqual([
      {
        uri: 'skill://acme/billing/invoices/SKILL.md',
        name: 'invoices',
        description: 'What acme/billing/invoices is for',
        mimeType: 'text/markdown',
      },
      {
        uri: 'skill://acme/billing/invoices/empty',
        name: 'empty',
        mimeType: 'inode/directory',
      },
    ]);
    expect(children('skill://acme/billing/invoices/empty')).toEqual([]);
    expect(children('skill://acme/elsewhere')).toBeUndefined();
    expect(children('skill://refunds/SKILL.md')).toBeUndefined();
  });

  it.each([
    ['text.md', 'größe', { mimeType: 'text/markdown', text: 'größe' }],
    ['marked.txt', '\ufeffa', { mimeType: 'text/plain', text: '\ufeffa' }],
    ['Makefile', 'all:', { mimeType: 'text/plain', text: 'all:' }],
    ['a.PNG', Buffer.from([0x89, 0x50]), { mimeType: 'image/png', blob: 'iVA=' }],
    ['data', Buffer.from([0xff]), { mimeType: 'application/octet-stream', blob: '/w==' }],
    ['nul.bin', 'a\0', { mimeType: 'application/octet-stream', blob: 'YQA=' }],
    ['empty.json', '', { mimeType: 'application/json', text: '' }],
    ['Q&A #1.md', 'a', { mimeType: 'text/markdown', text: 'a' }],
  ])('reads %s as what it is', async (name, contents, expected) => {
    await folder.write(`refunds/${name}`, contents);

    const opened = await open();

    expect(await opened.read(`skill://refunds/${encodeURIComponent(name)}`)).toEqual(expected);
  });

  it.each([
    'skill://refunds',
    'skill://refunds/missing.md',
    'skill://refunds/../refunds/SKILL.md',
    'skill://refunds/%2e%2e/refunds/SKILL.md',
    'skill:///etc/passwd',
    'skill://.hidden/SKILL.md',
    'skill://refunds/.env',
  ])('reads nothing at %s', async (uri) => {
    await folder.write('refunds/.env', 'SECRET=1');
    await folder.skill('.hidden');

    expect(await (await open()).read(uri)).toBeUndefined();
  });

  describe('at boot', () => {
    const refusal = async (...given: Parameters<typeof open>): Promise<string> => {
      const thrown: unknown = await open(...given).catch((error: unknown) => error);
      if (thrown instanceof McpConfigurationError) return thrown.message;
      throw new Error('it opens');
    };

    it('refuses every skill that is broken, naming file and reason', async () => {
      await folder.write('one/SKILL.md', '# One');
      await folder.skill('two', '""');

      expect(await refusal()).toBe(
        `McpModule option skills: ${at('one/SKILL.md')} has no frontmatter; begin it with YAML ` +
          `between two lines "---"; ${at('two/SKILL.md')} has a description that is no text; put it in quotes`,
      );
    });

    it('names ten of many', async () => {
      for (let n = 0; n < 12; n++) await folder.write(`broken-${n}/SKILL.md`, '');

      expect(await refusal()).toMatch(/; and 2 problems more$/);
    });

    it('names what is wrong in a skill inside another once', async () => {
      await folder.write('refunds/inner/SKILL.md', '');

      expect(await refusal()).toBe(
        `McpModule option skills: ${at('refunds/inner/SKILL.md')} has no frontmatter; begin it ` +
          'with YAML between two lines "---"',
      );
    });

    it.each([
      ['is not there', 'missing', 'missing does not exist'],
      ['is a file', 'refunds/SKILL.md', 'refunds/SKILL.md is not a directory'],
      ['is a skill', 'refunds', 'refunds is a skill itself'],
    ])('refuses a directory that %s', async (_what, directory, message) => {
      expect(await refusal({}, { directory: at(directory) })).toContain(message);
    });

    it('refuses a file that is not UTF-8 for a SKILL.md', async () => {
      await folder.write('one/SKILL.md', Buffer.from([0x2d, 0xff]));

      expect(await refusal()).toContain('one/SKILL.md is not UTF-8 text');
    });

    it('refuses a folder for a SKILL.md to be one', async () => {
      await folder.folder('one/SKILL.md');

      expect(uris(await open())).toEqual(['skill://refunds/SKILL.md']);
    });

    it.each([
      ['the same address', 'refunds'],
      ['an address inside one of another', 'refunds/inner'],
    ])('refuses a skill of a second directory with %s', async (_what, path) => {
      await other.skill(path);

      expect(await refusal({}, { directory: [folder.path, other.path] })).toContain(
        `${join(other.path, path)} has the URIs of the skill in ${at('refunds')}; rename one`,
      );
    });

    it('refuses a skill of a second directory that has one of another in it', async () => {
      await folder.skill('acme/returns');
      await other.skill('acme');

      expect(await refusal({}, { directory: [folder.path, other.path] })).toContain(
        `${join(other.path, 'acme')} has the URIs of the skill in ${at('acme/returns')}`,
      );
    });
  });

  it('takes several directories', async () => {
    await other.skill('returns');

    expect(uris(await open({}, { directory: [folder.path, other.path] }))).toEqual([
      'skill://refunds/SKILL.md',
      'skill://returns/SKILL.md',
    ]);
  });

  it('takes as many files as a skill may have, and none more', async () => {
    for (let n = 0; n < 4; n++) await folder.write(`refunds/inner/${n}.md`, '');

    expect(uris(await open({ maxSkillFiles: 5 }))).toHaveLength(1);
    await expect(open({ maxSkillFiles: 4 })).rejects.toThrow(
      `${at('refunds')} has 5 files; limits.maxSkillFiles allows 4`,
    );
  });

  it('takes as many bytes as a skill may have, and none more', async () => {
    await folder.write('refunds/a.md', 'a'.repeat(50));
    const { size } = await stat(at('refunds/SKILL.md'));

    expect(uris(await open({ maxSkillBytes: size + 50 }))).toHaveLength(1);
    await expect(open({ maxSkillBytes: size + 49 })).rejects.toThrow(
      `${at('refunds')} has ${size + 50} bytes in its files; limits.maxSkillBytes allows ${size + 49}`,
    );
  });

  it('takes a frontmatter as long as it may be, and no longer', async () => {
    const size = Buffer.byteLength('name: refunds\ndescription: What refunds is for\n');

    expect(uris(await open({ maxFrontmatterBytes: size }))).toHaveLength(1);
    await expect(open({ maxFrontmatterBytes: size - 1 })).rejects.toThrow(
      `limits.maxFrontmatterBytes allows ${size - 1}`,
    );
  });

  it('takes as many entries as there may be in all directories, and none more', async () => {
    await other.skill('returns');
    const directory = [folder.path, other.path];

    expect(uris(await open({ maxSkillEntries: 4 }, { directory }))).toHaveLength(2);
    await expect(open({ maxSkillEntries: 3 }, { directory })).rejects.toThrow(
      `${other.path} holds too much: limits.maxSkillEntries allows 3`,
    );
  });

  describe('while it runs', () => {
    it('sees skills and files that come, go and change', async () => {
      const opened = await open();
      const changes: SkillChange[] = [];
      opened.onChange = (change) => void changes.push(change);

      await folder.skill('returns');
      expect(await after(opened)).toEqual(['skill://refunds/SKILL.md', 'skill://returns/SKILL.md']);
      await folder.write('refunds/letter.txt', 'one');
      await folder.delete('returns');
      expect(await after(opened)).toEqual(['skill://refunds/SKILL.md']);
      await folder.write('refunds/letter.txt', 'two');
      await opened.refresh();

      expect(opened.index.skills[0]?.resources[1]?.digest).toBe(digestOf('two'));
      expect(changes).toHaveLength(3);
      expect(changes.at(-1)?.after).toBe(opened.index);
    });

    it('makes no other index where nothing changed', async () => {
      const opened = await open();
      const { index } = opened;

      expect(await opened.refresh()).toBe(index);
    });

    it('sees a change within the same tick of the file system, whatever the file looks like', async () => {
      await folder.write('refunds/a.txt', 'one');
      const opened = await open();
      const { atime, mtime } = await stat(at('refunds/a.txt'));

      await folder.write('refunds/a.txt', 'two');
      await utimes(at('refunds/a.txt'), atime, mtime);
      await opened.refresh();

      expect(opened.index.findFile('skill://refunds/a.txt')?.digest).toBe(digestOf('two'));
    });

    it('reads a file again only if it changed, or did so a moment ago', async () => {
      const opened = await open();
      const reads = jest.spyOn(Buffer, 'concat');
      await opened.refresh();
      expect(reads).toHaveBeenCalledTimes(1);

      clock.advance(systemClock.now() + 10_000);
      await opened.refresh();
      await opened.refresh();
      await opened.refresh();
      expect(reads).toHaveBeenCalledTimes(2);
      reads.mockRestore();
    });

    it('leaves a skill out that breaks, says so once, and takes it back when it is mended', async () => {
      await folder.skill('returns');
      const opened = await open();

      await folder.write('returns/SKILL.md', 'gone');
      expect(await after(opened)).toEqual(['skill://refunds/SKILL.md']);
      await opened.refresh();
      expect(logger.lines).toEqual([
        expect.stringContaining(
          `A skill is left out: ${at('returns/SKILL.md')} has no frontmatter`,
        ),
      ]);
      expect(await opened.read('skill://returns/SKILL.md')).toBeUndefined();

      await folder.skill('returns');
      expect(await after(opened)).toHaveLength(2);
      await folder.write('returns/SKILL.md', 'gone');
      await opened.refresh();
      expect(logger.lines).toHaveLength(2);
    });

    it('leaves a directory out that is gone, and takes it back', async () => {
      const opened = await open();

      await rename(folder.path, `${folder.path}-away`);
      expect(await after(opened)).toEqual([]);
      await rename(`${folder.path}-away`, folder.path);
      expect(await after(opened)).toHaveLength(1);
      expect(logger.lines).toEqual([expect.stringContaining(`${folder.path} does not exist`)]);
    });

    it('reads a file that came or moved since, and what a file holds now', async () => {
      const opened = await open();
      const read = async (path: string) => {
        const contents = await opened.read(`skill://refunds/${path}`);
        return contents && 'text' in contents ? contents.text : undefined;
      };

      await folder.write('refunds/new.txt', 'one');
      expect(await read('new.txt')).toBe('one');
      await folder.write('refunds/new.txt', 'two');
      expect(await read('new.txt')).toBe('two');
      await folder.delete('refunds/new.txt');
      expect(await read('new.txt')).toBeUndefined();
      await folder.link('refunds/new.txt', join(other.path, 'secret.txt'));
      await other.write('secret.txt', 'secret');
      expect(await read('new.txt')).toBeUndefined();
    });

    it('does not read a link out of the directory that took the place of a file', async () => {
      await folder.write('refunds/a.txt', 'a');
      const opened = await open();
      await other.write('secret.txt', 'secret');
      await folder.delete('refunds/a.txt');
      await folder.link('refunds/a.txt', join(other.path, 'secret.txt'));

      expect(await opened.read('skill://refunds/a.txt')).toBeUndefined();
    });

    it('follows a mounted volume that is replaced as a whole', async () => {
      await folder.skill('..one/returns', 'first');
      await folder.link('..data', '..one');
      await folder.link('returns', '..data/returns');
      const opened = await open();
      await folder.skill('..two/returns', 'second');
      await folder.link('..next', '..two');
      await rename(at('..next'), at('..data'));
      await folder.delete('..one');

      expect(await opened.read('skill://returns/SKILL.md')).toMatchObject({
        text: expect.stringContaining('second'),
      });
    });

    it('looks once for all who ask at the same time, and again for those who ask meanwhile', async () => {
      const opened = await open();
      const [first, second] = [opened.refresh(), opened.refresh()];
      await Promise.resolve();
      await Promise.resolve();
      await folder.skill('returns');
      const third = opened.refresh();

      expect(second).toBe(first);
      expect(third).not.toBe(first);
      expect((await third).skills).toHaveLength(2);
    });

    it('looks no more once it is closed', async () => {
      const opened = await open();
      opened.close();
      await folder.skill('returns');

      expect(await after(opened)).toEqual(['skill://refunds/SKILL.md']);
    });
  });

  describe('that watches', () => {
    /** Tells when a change was noticed. */
    class NoticedClock extends ManualClock {
      private readonly notices: (() => void)[] = [];

      override after(ms: number, callback: () => void) {
        this.notices.shift()?.();
        return super.after(ms, callback);
      }

      noticed(): Promise<void> {
        return new Promise((resolve) => void this.notices.push(resolve));
      }
    }

    it.each([
      [
        'a file that changes',
        () => folder.write('refunds/SKILL.md', '---\nname: refunds\ndescription: x\n---\n'),
      ],
      ['a file that comes', () => folder.write('refunds/deep/er/a.txt', 'a')],
      ['a file that goes', () => folder.delete('refunds/b.txt')],
      ['a skill that comes', () => folder.skill('returns')],
      ['a skill that goes', () => folder.delete('refunds')],
    ])('notices %s', async (_what, change) => {
      await folder.write('refunds/b.txt', 'b');
      const noticed = new NoticedClock();
      clock = noticed;
      const opened = await open({}, { watch: true });
      const told = new Promise<SkillChange>((resolve) => (opened.onChange = resolve));

      const notice = noticed.noticed();
      await change();
      await notice;
      noticed.advance(100);

      expect((await told).after).toBe(opened.index);
    });

    it('notices what happens in a folder that came later', async () => {
      const noticed = new NoticedClock();
      clock = noticed;
      const opened = await open({}, { watch: true });
      expect(opened.watched).toBe(2);
      await folder.skill('returns');
      await opened.refresh();
      noticed.advance(100);
      await opened.refresh();
      const told = new Promise<SkillChange>((resolve) => (opened.onChange = resolve));

      expect(opened.watched).toBe(3);
      const notice = noticed.noticed();
      await folder.write('returns/a.txt', 'a');
      await notice;
      noticed.advance(100);
      await told;

      opened.close();
      expect([opened.watched, noticed.timers]).toEqual([0, 0]);
    });
  });
});
