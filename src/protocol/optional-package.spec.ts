import { McpConfigurationError } from './mcp-configuration.error.js';
import { loadFailure } from './optional-package.js';

const need = { where: 'Shop.find', packages: 'ajv ajv-formats', purpose: 'a JSON Schema' };

describe('loadFailure', () => {
  it.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])('says what to install on %s', (code) => {
    const cause = Object.assign(new Error('gone'), { code });

    expect(loadFailure(cause, need)).toEqual(
      new McpConfigurationError(
        'Shop.find: a JSON Schema needs packages that are not installed. Run "npm install ajv ajv-formats".',
        { cause },
      ),
    );
  });

  it('is the failure itself of a package that is installed', () => {
    const cause = new Error('broken');

    expect(loadFailure(cause, need)).toBe(cause);
  });
});
