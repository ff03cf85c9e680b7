import { loadOptional } from './load-optional.js';

const need = { where: 'Shop.find', packages: 'ajv ajv-formats', purpose: 'a JSON Schema' };

function failing(code: string | undefined): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error('gone'), code === undefined ? {} : { code }));
}

describe('loadOptional', () => {
  it('gives what was loaded', async () => {
    await expect(loadOptional(async () => Promise.resolve(3), need)).resolves.toBe(3);
  });

  it.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])(
    'says what to install on %s',
    async (code) => {
      await expect(loadOptional(failing(code), need)).rejects.toThrow(
        'Shop.find: a JSON Schema needs packages that are not installed. Run "npm install ajv ajv-formats".',
      );
    },
  );

  it('passes on the failure of a package that is installed', async () => {
    await expect(loadOptional(failing(undefined), need)).rejects.toThrow('gone');
  });
});
