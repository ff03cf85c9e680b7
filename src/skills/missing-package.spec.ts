import { jest } from '@jest/globals';
import { loadYaml } from './load-yaml.js';

describe('skills without their package', () => {
  it('fail the start of the application and say what to install', async () => {
    jest.unstable_mockModule('yaml', () => {
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    });

    await expect(loadYaml('McpModule option skills')).rejects.toThrow(
      'McpModule option skills: a skill needs packages that are not installed. Run "npm install yaml".',
    );
  });
});
