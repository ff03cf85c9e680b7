import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/check-docs.mjs', import.meta.url));

const SOUND = `# Sound

[here](#sound)

<!-- ts
declare const given: string;
-->

\`\`\`ts
// first.ts
export const text: string = given;
\`\`\`

\`\`\`ts
import { text } from './first.js';

export const size: number = text.length;
\`\`\`
`;

const BROKEN = `# Broken

[nowhere](missing.md) and [no heading](#nothing)

\`\`\`ts
import { McpTool } from 'nest-mcp';

export class Orders {
  @McpTool({ descripton: 'misspelt' })
  find(): void {}
}
\`\`\`
`;

describe('npm run check:docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-docs-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return spawnSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' });
  };

  it('passes a page whose blocks compile and whose links lead somewhere', () => {
    expect(check('sound.md', SOUND)).toMatchObject({ status: 0, stderr: '' });
  }, 60_000);

  describe('with a broken page', () => {
    let result: ReturnType<typeof check>;
    beforeAll(() => {
      result = check('broken.md', BROKEN);
    }, 60_000);

    it('fails', () => {
      expect(result.status).toBe(1);
    });

    it.each([
      ['a block that does not compile', /broken\.md:9 .*'descripton' does not exist/],
      ['a link to a file that does not exist', /broken\.md:3 the link missing\.md does not exist/],
      ['a link to a heading that does not exist', /broken\.md:3 the link #nothing has no such/],
    ])('names %s, with its line', (_what, message) => {
      expect(result.stderr).toMatch(message);
    });
  });
});
