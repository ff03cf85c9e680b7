import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPage } from './markdown-table.js';

const PAGES = readdirSync(fileURLToPath(new URL('../../docs', import.meta.url)));
/** A title, declarations that readers do not see, and a block that is compiled. */
const OPENING = /^# [^\n]+\n\n(?:<!-- ts\n[^]*?-->\n\n)*```ts\n(?<code>[^]*?)\n```\n/;

const openingOf = (page: string): string =>
  OPENING.exec(readPage(`docs/${page}`))?.groups?.code ?? '';
/** A recipe is one piece of work, whole. */
const isRecipe = (page: string): boolean => page === 'mcp-apps.md';

describe('every page of docs', () => {
  it.each(PAGES)('opens with a snippet that is compiled: %s', (page) => {
    expect(openingOf(page)).not.toBe('');
  });

  it.each(PAGES.filter((page) => !isRecipe(page)))('can be tried in 40 lines: %s', (page) => {
    expect(openingOf(page).split('\n').length).toBeLessThan(40);
  });

  it.each([
    'tools',
    'resources',
    'prompts',
    'completion',
    'input-schemas',
    'context',
    'notifications',
    'hooks',
    'sessions',
    'catalogue',
    'observability',
  ])('is there: %s', (topic) => {
    expect(PAGES).toContain(`${topic}.md`);
  });
});
