import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPage } from './markdown-table.js';

describe('README.md', () => {
  const readme = readPage('README.md');

  it('links every page of docs', () => {
    const pages = readdirSync(fileURLToPath(new URL('../../docs', import.meta.url)));
    const missing = pages.filter((page) => !readme.includes(`](docs/${page})`));
    expect(missing).toEqual([]);
  });

  it('is shorter than 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(readPage('package.json')) as { scripts: object };
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});
