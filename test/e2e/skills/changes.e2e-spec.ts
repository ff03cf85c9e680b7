import type { INestApplication } from '@nestjs/common';
import { allowAll } from 'nest-mcp';
import type { McpTestListen } from 'nest-mcp/testing';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { SkillsFolder } from '../../support/skills-folder.js';

interface Listing {
  readonly skills: readonly { readonly uri: string; readonly resources: readonly object[] }[];
}

const REFUNDS = 'skill://refunds/SKILL.md';
const LETTER = 'skill://refunds/letter.txt';
const UPDATED = 'notifications/resources/updated';
const LIST_CHANGED = 'notifications/resources/list_changed';

describe.each(ERAS)('a skill that changes, in %s', (protocolVersion) => {
  let folder: SkillsFolder;
  let app: INestApplication;
  let client: McpTestClient;
  let listen: McpTestListen | undefined;

  beforeEach(async () => {
    folder = await SkillsFolder.create();
    await folder.skill('refunds', 'first words');
    await folder.write('refunds/letter.txt', 'one');
    const mcp = { authorizer: allowAll(), skills: { directory: folder.path } };
    app = await bootApp(PLATFORMS[0]!, {}, { mcp });
    client = await McpTestClient.inMemory(app, { protocolVersion });
    listen = undefined;
  });

  afterEach(async () => {
    await listen?.close();
    await client.close();
    await app.close();
    await folder.delete();
  });

  /** Wants to know of the list, and of one file; gives what is told next of it. */
  const follow = async (): Promise<(method: string) => Promise<object | undefined>> => {
    if (protocolVersion !== '2026-07-28') {
      await client.subscribeResource(LETTER);
      return (method) => client.nextNotification(method);
    }
    const filter = { resourcesListChanged: true, resourceSubscriptions: [LETTER] };
    const open = (listen = await client.listen(filter));
    return async (method) => {
      for await (const notification of open)
        if (notification.method === method) return notification;
      return undefined;
    };
  };

  const uris = async () =>
    (await client.request<Listing>('skills/list')).skills.map(({ uri }) => uri);

  it('is told to who is subscribed to one of its files', async () => {
    const next = await follow();

    await folder.write('refunds/letter.txt', 'two');

    expect(await next(UPDATED)).toMatchObject({ params: { uri: LETTER } });
    const { contents } = await client.readResource(LETTER);
    expect(contents).toEqual([{ uri: LETTER, mimeType: 'text/plain', text: 'two' }]);
  });

  it('is told as a changed list when it comes, goes, or says what it is for', async () => {
    const next = await follow();
    const listed = async () =>
      (await client.listResources()).map(({ uri, description }) => [uri, description]);

    await folder.skill('returns', 'take it back');
    expect(await next(LIST_CHANGED)).toBeDefined();
    expect(await listed()).toEqual([
      [REFUNDS, 'first words'],
      ['skill://returns/SKILL.md', 'take it back'],
    ]);

    await folder.skill('refunds', 'other words');
    expect(await next(LIST_CHANGED)).toBeDefined();
    expect((await listed())[0]).toEqual([REFUNDS, 'other words']);

    await folder.delete('returns');
    expect(await next(LIST_CHANGED)).toBeDefined();
    expect(await listed()).toEqual([[REFUNDS, 'other words']]);
  });

  it('is in the next list and entry, whatever was told', async () => {
    const { skill: before } = await client.request<{ skill: object }>('skills/get', {
      uri: REFUNDS,
    });
    await folder.skill('returns');
    await folder.write('refunds/letter.txt', 'two');

    expect(await uris()).toEqual([REFUNDS, 'skill://returns/SKILL.md']);
    const { skill } = await client.request<{ skill: object }>('skills/get', { uri: REFUNDS });
    expect(skill).not.toEqual(before);

    await folder.delete('returns');
    expect(await refusal(client, 'skills/get', { uri: 'skill://returns/SKILL.md' })).toMatchObject({
      code: -32602,
    });
    expect(await uris()).toEqual([REFUNDS]);
  });

  it('that breaks takes nothing down with it', async () => {
    await folder.skill('returns');
    await folder.write('refunds/SKILL.md', 'no frontmatter');

    expect(await uris()).toEqual(['skill://returns/SKILL.md']);
    await folder.skill('refunds');
    expect(await uris()).toHaveLength(2);
  });
});
