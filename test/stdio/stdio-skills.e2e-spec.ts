import { jest } from '@jest/globals';
import { StdioProcess } from '../support/stdio-process.js';
import { envelope, initialize } from '../support/wire-messages.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const REVIEW = 'skill://code-review/SKILL.md';

/** Any message of the server. */
type Message = Record<string, any>;

describe.each(['2025-11-25', '2026-07-28'])('skills of a stdio server in %s', (version) => {
  let server: StdioProcess;
  let nextId = 1;

  beforeAll(async () => {
    server = await StdioProcess.start('test/apps/skills/main.js');
    if (version === '2026-07-28') return;
    server.send(initialize('hello') as Message);
    await server.answer('hello');
    server.send({ method: 'notifications/initialized' });
  });

  afterAll(async () => {
    server.end();
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  async function ask(method: string, params: object): Promise<Message> {
    const id = nextId++;
    const _meta = version === '2026-07-28' ? { _meta: envelope({}) } : {};
    server.send({ id, method, params: { ...params, ..._meta } });
    return (await server.answer(id)) as Message;
  }

  it('are listed, and read file by file', async () => {
    const { skills } = (await ask('skills/list', {})).result;

    expect(skills.map(({ uri }: Message) => uri)).toContain(REVIEW);
    expect((await ask('skills/get', { uri: REVIEW })).result.skill).toEqual(
      skills.find(({ uri }: Message) => uri === REVIEW),
    );
    expect((await ask('resources/read', { uri: REVIEW })).result.contents).toMatchObject([
      { uri: REVIEW, mimeType: 'text/markdown' },
    ]);
    const children = await ask('resources/directory/read', { uri: 'skill://code-review' });
    expect(children.result.resources).toContainEqual(
      expect.objectContaining({ name: 'checklists', mimeType: 'inode/directory' }),
    );
  });

  it.each(['skill://none/SKILL.md', 'skill://code-review/../../../main.ts'])(
    'are not found at %s',
    async (uri) => {
      expect(await ask('skills/get', { uri })).toMatchObject({ error: { code: -32602 } });
      expect(await ask('resources/read', { uri })).toHaveProperty('error');
    },
  );
});
