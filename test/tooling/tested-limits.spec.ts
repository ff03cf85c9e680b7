import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../../src/mcp.limits.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The table itself, and the model, which only repeats what bounds there are. */
const ELSEWHERE = /mcp\.limits\.spec\.ts$|\/model\//;

const specs = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${ROOT}/${folder}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('spec.ts') && !ELSEWHERE.test(file))
  .map((file) => readFileSync(file, 'utf8'));

describe('limits', () => {
  it.each(Object.keys(DEFAULT_LIMITS))('%s is set to another value by some spec', (name) => {
    const isSet = new RegExp(`\\b${name}: [\\w(]`);

    expect(specs.some((text) => isSet.test(text))).toBe(true);
  });
});
