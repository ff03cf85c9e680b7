import type { INestApplication } from '@nestjs/common';
import { allowAll } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { join } from 'node:path';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { SkillsFolder } from '../../support/skills-folder.js';

const SECRET = 'the-password';

const URIS = [
  'skill://refunds/../secret.txt',
  'skill://refunds/../../secret.txt',
  'skill://../secret.txt',
  'skill://refunds/%2e%2e/secret.txt',
  'skill://refunds/%2e%2e%2fsecret.txt',
  'skill://refunds/..%2fsecret.txt',
  'skill://refunds/..%5csecret.txt',
  'skill://refunds/..\\secret.txt',
  'skill://refunds/%252e%252e/secret.txt',
  'skill://refunds/%c0%ae%c0%ae/secret.txt',
  'skill://refunds/./SKILL.md',
  'skill://refunds//SKILL.md',
  'skill://refunds/SKILL.md/',
  'skill://refunds/SKILL.md%00',
  'skill://refunds/SKILL.md%00.txt',
  'skill://refunds/SKILL.md?x',
  'skill://refunds/SKILL.md#x',
  'skill://refunds/.env',
  'skill://refunds/%2eenv',
  'skill://refunds/skill.md',
  'skill://secret.txt',
  'skill:///etc/passwd',
  'skill://%2fetc%2fpasswd',
  'skill:/etc/passwd',
  'skill://refunds/%',
  'file:///etc/passwd',
];

describe.each(ERAS)('what is no file of a skill, in %s', (protocolVersion) => {
  let folder: SkillsFolder;
  let app: INestApplication;
  let client: McpTestClient;

  beforeAll(async () => {
    folder = await SkillsFolder.create();
    await folder.write('secret.txt', SECRET);
    await folder.skill('skills/refunds');
    await folder.write('skills/refunds/.env', SECRET);
    await folder.write('skills/secret.txt', SECRET);
    const skills = { directory: join(folder.path, 'skills') };
    app = await bootApp(PLATFORMS[0]!, {}, { mcp: { authorizer: allowAll(), skills } });
    client = await McpTestClient.overHttp(app, { protocolVersion });
  });

  afterAll(async () => {
    await client.close();
    await app.close();
    await folder.delete();
  });

  const notFound = protocolVersion === '2026-07-28' ? -32602 : -32002;

  it.each(URIS)('is not read: %s', async (uri) => {
    const refused = await refusal(client, 'resources/read', { uri });

    expect(refused.code === notFound || refused.code === -32602).toBe(true);
    expect(JSON.stringify(refused)).not.toContain(SECRET);
  });

  it.each([...URIS, 'skill://refunds/SKILL.md'])('is no directory: %s', async (uri) => {
    expect(await refusal(client, 'resources/directory/read', { uri })).toMatchObject({
      code: -32602,
      data: { uri },
    });
  });

  it.each([...URIS, 'skill://refunds', 'skill://other/SKILL.md'])(
    'is no skill: %s',
    async (uri) => {
      expect(await refusal(client, 'skills/get', { uri })).toEqual({
        code: -32602,
        message: `Skill not found: ${uri}`,
        data: { uri },
      });
    },
  );

  it.each([undefined, null, 7, {}])('is no URI: %p', async (uri) => {
    for (const method of ['skills/get', 'resources/directory/read']) {
      expect(await refusal(client, method, { uri })).toEqual({
        code: -32602,
        message: `${method}: uri must be a string`,
      });
    }
  });

  it.each(['', 'x', 7, null])('is no cursor: %p', async (cursor) => {
    for (const method of ['skills/list', 'resources/directory/read']) {
      const { code } = await refusal(client, method, { uri: 'skill://refunds', cursor });

      expect(code).toBe(-32602);
    }
  });

  it('is found under any spelling that means the same', async () => {
    for (const uri of ['SKILL://refunds/SKILL.md', 'skill://r%65funds/SKILL%2Emd']) {
      const { contents } = await client.readResource(uri);

      expect(contents).toMatchObject([{ uri, text: expect.stringContaining('# refunds') }]);
    }
  });
});
