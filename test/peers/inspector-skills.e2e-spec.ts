import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { allowAll } from 'nest-mcp';
import { SKILLS } from '../apps/skills/skills-directory.js';
import { bootApp, PLATFORMS } from '../support/boot-app.js';
import { inspect } from './inspect.js';

/** Processes take their time to start on a busy machine, and the first run installs the Inspector. */
jest.setTimeout(120_000);

const verifiedFiles = (length: number) => Array.from({ length }, () => ({ status: 'verified' }));

const REVIEW = 'skill://code-review/SKILL.md';

describe.each(['legacy', 'modern'] as const)('the Inspector and skills, era %s', (era) => {
  let app: INestApplication;
  let target: readonly string[];

  beforeAll(async () => {
    const mcp = { authorizer: allowAll(), skills: { directory: SKILLS } };
    app = await bootApp(PLATFORMS[0]!, {}, { mcp });
    target = [new URL('/mcp', await app.getUrl()).href];
  });

  afterAll(() => app.close());

  it('verifies every file of every skill', async () => {
    const { exitCode, printed } = await inspect(target, era, ['skills/list', '--verify']);

    expect(exitCode).toBe(0);
    const verified = { conformance: [], frontmatter: [], ok: true, outcome: 'verified' };
    expect(printed).toMatchObject([
      { uri: REVIEW, ...verified, files: verifiedFiles(5) },
      {
        uri: 'skill://support/refunds/SKILL.md',
        ...verified,
        files: verifiedFiles(2),
      },
    ]);
  });

  it('gets one skill', async () => {
    const { exitCode, result } = await inspect(target, era, ['skills/get', '--uri', REVIEW]);

    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ skill: { uri: REVIEW, frontmatter: { name: 'code-review' } } });
  });
});
