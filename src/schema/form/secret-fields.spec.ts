import { secretFields } from './secret-fields.js';

const found = (name: string) =>
  secretFields({ type: 'object', properties: { [name]: { type: 'string' } } }).length === 1;

describe('secretFields', () => {
  it.each([
    'password',
    'newPassword',
    'PASSWORD',
    'user-password',
    'passphrase',
    'secret',
    'client_secret',
    'token',
    'accessToken',
    'credential',
    'credentials',
    'apiKey',
    'api_key',
    'APIKEY',
    'privateKey',
    'accessKey',
    'pin',
    'cardPin',
    'cvv',
    'cvc',
    'cardNumber',
  ])('finds %s', (name) => {
    expect(found(name)).toBe(true);
  });

  it.each(['name', 'opinion', 'spinner', 'tokens', 'cardholder', 'key', 'number', 'secretary'])(
    'leaves %s alone',
    (name) => {
      expect(found(name)).toBe(false);
    },
  );
});
