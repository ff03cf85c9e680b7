import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpResource } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { join } from 'node:path';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { SkillsFolder } from '../../support/skills-folder.js';

@Injectable()
class Reviews {
  @McpResource({ uri: 'skill://code-review/SKILL.md' })
  review(): string {
    return 'mine';
  }
}

class NameDto {
  @IsString()
  name!: string;
}

@Injectable()
class Elsewhere {
  @McpResource({ uri: 'skill://elsewhere/SKILL.md' })
  fixed(): string {
    return 'mine';
  }

  @McpResource({ uriTemplate: 'skill://made/{name}' })
  made({ name }: NameDto): string {
    return `made ${name}`;
  }
}

describe('an application with skills', () => {
  let folder: SkillsFolder;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
  });

  afterEach(() => folder.delete());

  it('does not boot with one that is broken, and says which', async () => {
    await folder.write('refunds/SKILL.md', '# Refunds');

    expect(await bootError({}, { skills: { directory: folder.path } })).toBe(
      `McpModule option skills: ${join(folder.path, 'refunds/SKILL.md')} has no frontmatter; ` +
        'begin it with YAML between two lines "---"',
    );
  });

  it.each([
    ['maxSkillFiles', { maxSkillFiles: 1 }],
    ['maxSkillBytes', { maxSkillBytes: 10 }],
    ['maxFrontmatterBytes', { maxFrontmatterBytes: 10 }],
    ['maxSkillDepth', { maxSkillDepth: 1 }],
    ['maxSkillEntries', { maxSkillEntries: 3 }],
  ])('does not boot with more than limits.%s allows', async (name, limits) => {
    await folder.skill('refunds');
    await folder.write('refunds/more/letter.txt', 'a letter');

    expect(await bootError({}, { skills: { directory: folder.path }, limits })).toContain(
      `limits.${name} allows`,
    );
  });

  it('does not boot with a resource at the address of one', async () => {
    const message = await bootError({ providers: [Reviews] }, { skills: { directory: SKILLS } });

    expect(message).toBe(
      'The skill skill://code-review/SKILL.md has the URI of Reviews.review; rename one of them',
    );
  });

  it('does not boot without resources, which a hook may switch off', async () => {
    const hooks = { serverCapabilities: () => ({ resources: false }) };

    expect(await bootError({}, { skills: { directory: SKILLS }, hooks })).toContain(
      'McpModule option skills needs the capability `resources`, which hooks.serverCapabilities()',
    );
  });

  it('boots with an empty directory', async () => {
    const app = await bootContext({}, { skills: { directory: folder.path } });
    const client = await McpTestClient.inMemory(app);

    expect(await client.request('skills/list')).toMatchObject({ skills: [] });
    await client.close();
    await app.close();
  });

  it('has its own resources beside them', async () => {
    const app = await bootContext(
      { providers: [Elsewhere] },
      { skills: { directory: [SKILLS, folder.path] } },
    );
    const client = await McpTestClient.inMemory(app);
    const textOf = async (uri: string) => (await client.readResource(uri)).contents[0]?.text;

    expect(await textOf('skill://elsewhere/SKILL.md')).toBe('mine');
    expect(await textOf('skill://made/x')).toBe('made x');
    expect(await textOf('skill://code-review/SKILL.md')).toContain('# Code review');
    await client.close();
    await app.close();
  });
});

describe('an application without skills', () => {
  it('has none of their methods, and may serve them itself', async () => {
    const app = await bootContext({}, {});
    const client = await McpTestClient.inMemory(app);
    for (const method of ['skills/list', 'skills/get', 'resources/directory/read']) {
      const { response } = await client.exchange(method, { uri: 'skill://a' });

      expect(response).toMatchObject({ error: { code: -32601 } });
    }
    await client.close();
    await app.close();

    const hooks = {
      onRequest: ({ method }: { method: string }) =>
        method === 'skills/list' ? { skills: [], mine: true } : undefined,
    };
    const other = await bootContext({}, { hooks });
    const its = await McpTestClient.inMemory(other);
    expect(await its.request('skills/list')).toMatchObject({ skills: [], mine: true });
    await its.close();
    await other.close();
  });
});
