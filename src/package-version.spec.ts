import { readFileSync } from 'node:fs';
import { PACKAGE_VERSION } from './package-version.js';

describe('PACKAGE_VERSION', () => {
  it('is the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

    expect(PACKAGE_VERSION).toBe(version);
  });
});
