import type { McpOperation } from 'nest-mcp';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

describe('what is told of a request about skills', () => {
  it.each([
    ['skills/list', {}, undefined],
    ['skills/get', { uri: 'skill://code-review/SKILL.md' }, 'skill://code-review/SKILL.md'],
    ['resources/directory/read', { uri: 'skill://code-review' }, 'skill://code-review'],
  ])('names method and resource of %s', async (method, params, resourceUri) => {
    const operations: McpOperation[] = [];
    const bench = await createBench({
      skills: { directory: SKILLS, watch: false },
      instrumentation: { begin: (operation) => void operations.push(operation) },
    });

    await new ModernPeer(bench).ask(method, params);

    expect(operations).toMatchObject([{ method, resourceUri }]);
  });

  it('knows no such method where there are no skills', async () => {
    const operations: McpOperation[] = [];
    const bench = await createBench({
      instrumentation: { begin: (operation) => void operations.push(operation) },
    });

    await new ModernPeer(bench).ask('skills/get', { uri: 'skill://made/up' });

    expect(operations).toMatchObject([{ method: undefined, resourceUri: undefined }]);
  });
});
