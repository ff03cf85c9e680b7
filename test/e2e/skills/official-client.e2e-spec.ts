import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import type { INestApplication } from '@nestjs/common';
import { allowAll } from 'nest-mcp';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';

const REVIEW = 'skill://code-review/SKILL.md';

describe.each(PLATFORMS)('the official client of skills, on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const mcp = { authorizer: allowAll(), skills: { directory: SKILLS }, limits: { pageSize: 1 } };
    app = await bootApp(platform, {}, { mcp });
  });

  afterAll(() => app.close());

  describe.each(ERAS)('in %s', (version) => {
    let client: Client;
    let skills: SkillsClient;

    beforeAll(async () => {
      const negotiation = version === '2026-07-28' ? { pin: version } : ('legacy' as const);
      client = new Client(
        { name: 'official', version: '1.0.0' },
        { versionNegotiation: { mode: negotiation }, enforceStrictCapabilities: true },
      );
      const url = new URL('/mcp', await app.getUrl());
      await client.connect(new StreamableHTTPClientTransport(url));
      skills = new SkillsClient(client);
    });

    afterAll(() => client.close());

    it('finds the extension', () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
    });

    it('lists every skill over all pages, and accepts each entry', async () => {
      const listing = await skills.list();

      expect(listing.invalid).toEqual([]);
      expect(listing.skills.map(({ uri }) => uri)).toEqual([
        REVIEW,
        'skill://support/refunds/SKILL.md',
      ]);
      expect(listing.skills[0]?.frontmatter).toEqual({
        name: 'code-review',
        description: expect.stringMatching(/^Review a change/),
        license: 'MIT',
        metadata: { version: '1.2' },
      });
    });

    it('verifies every file of every skill against its entry', async () => {
      const listing = await skills.list();
      const read: string[] = [];

      for (const skill of listing.skills) {
        for (const { uri } of skill.resources === 'dynamic' ? [] : skill.resources) {
          const { verified, mimeType } = await skills.read(skill, uri);
          if (verified) read.push(`${uri} ${mimeType}`);
        }
      }
      expect(read).toEqual([
        `${REVIEW} text/markdown`,
        'skill://code-review/assets/pixel.png image/png',
        'skill://code-review/checklists/tests.md text/markdown',
        'skill://code-review/checklists/languages/typescript.md text/markdown',
        'skill://code-review/references/what-to-look-for.md text/markdown',
        'skill://support/refunds/SKILL.md text/markdown',
        'skill://support/refunds/examples/letter.txt text/plain',
      ]);
    });

    it('gets one skill', async () => {
      const { skill } = await skills.get(REVIEW);

      expect((await skills.list()).skills).toContainEqual(skill);
    });

    it('walks a folder', async () => {
      const { resources } = await skills.readDirectory('skill://code-review/checklists');

      expect(resources).toEqual([
        {
          uri: 'skill://code-review/checklists/languages',
          name: 'languages',
          mimeType: 'inode/directory',
        },
        {
          uri: 'skill://code-review/checklists/tests.md',
          name: 'tests.md',
          mimeType: 'text/markdown',
        },
      ]);
    });
  });
});
