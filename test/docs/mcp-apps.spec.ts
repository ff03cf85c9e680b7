import { readPage } from './markdown-table.js';

describe('docs/mcp-apps.md', () => {
  it.each(['sales.service.ts', 'sales.page.ts', 'app.module.ts'])(
    'shows %s as it is run by a test',
    (file) => {
      const code = readPage(`test/apps/mcp-apps/${file}`);

      expect(readPage('docs/mcp-apps.md')).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
    },
  );
});
