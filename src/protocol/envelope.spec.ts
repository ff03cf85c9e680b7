import { hasEnvelope, parseEnvelope, readImplementation } from './envelope.js';
import type { JsonObject } from './json.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const LEVEL = 'io.modelcontextprotocol/logLevel';

const complete = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };

describe('hasEnvelope', () => {
  it.each<[string, JsonObject]>([
    ['a version', { _meta: { [VERSION]: '2026-07-28' } }],
    ['capabilities', { _meta: { [CAPABILITIES]: {} } }],
    ['a version of the wrong type', { _meta: { [VERSION]: null } }],
  ])('sees one in %s', (_what, params) => {
    expect(hasEnvelope(params)).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['no _meta', {}],
    ['a _meta that is an array', { _meta: [] }],
    ['a progress token alone', { _meta: { progressToken: 1 } }],
    ['a log level alone', { _meta: { [LEVEL]: 'info' } }],
  ])('sees none in %s', (_what, params) => {
    expect(hasEnvelope(params)).toBe(false);
  });
});

describe('parseEnvelope', () => {
  it('reads every member', () => {
    const client = { name: 'c', version: '1' };

    expect(
      parseEnvelope({
        _meta: {
          [VERSION]: '2026-07-28',
          [CAPABILITIES]: { roots: {} },
          [CLIENT]: client,
          [LEVEL]: 'warning',
        },
      }),
    ).toEqual({
      protocolVersion: '2026-07-28',
      clientCapabilities: { roots: {} },
      clientInfo: client,
      logLevel: 'warning',
    });
  });

  it('needs neither client info nor a log level', () => {
    expect(parseEnvelope({ _meta: complete })).toMatchObject({
      clientInfo: undefined,
      logLevel: undefined,
    });
  });

  it.each(['', 0, -7, 'x'.repeat(256)])('takes the progress token %j', (progressToken) => {
    expect(() => parseEnvelope({ _meta: { ...complete, progressToken } })).not.toThrow();
  });

  it('drops client info that is malformed', () => {
    expect(parseEnvelope({ _meta: { ...complete, [CLIENT]: 'c' } }).clientInfo).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ['a missing _meta', {}, VERSION],
    ['a _meta that is no object', { _meta: 'x' }, VERSION],
    ['a missing version', { _meta: { [CAPABILITIES]: {} } }, VERSION],
    ['a version that is a number', { _meta: { ...complete, [VERSION]: 1 } }, VERSION],
    ['missing capabilities', { _meta: { [VERSION]: 'x' } }, CAPABILITIES],
    ['capabilities that are a list', { _meta: { ...complete, [CAPABILITIES]: [] } }, CAPABILITIES],
    ['capabilities that are null', { _meta: { ...complete, [CAPABILITIES]: null } }, CAPABILITIES],
    ['an unknown log level', { _meta: { ...complete, [LEVEL]: 'loud' } }, LEVEL],
    ['a log level of null', { _meta: { ...complete, [LEVEL]: null } }, LEVEL],
    ['an object for a token', { _meta: { ...complete, progressToken: {} } }, 'progressToken'],
    ['null for a token', { _meta: { ...complete, progressToken: null } }, 'progressToken'],
    ['an unsafe token', { _meta: { ...complete, progressToken: 2 ** 64 } }, 'progressToken'],
    [
      'a token that is too long',
      { _meta: { ...complete, progressToken: 'x'.repeat(257) } },
      'progressToken',
    ],
  ])('refuses %s, naming the member', (_what, params, member) => {
    expect(() => parseEnvelope(params)).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining(member) }),
    );
  });
});

describe('readImplementation', () => {
  it('keeps a name and a version with everything beside them', () => {
    const info = { name: 'c', version: '1', title: 'C' };

    expect(readImplementation(info)).toBe(info);
  });

  it.each([undefined, null, 'c', [], {}, { name: 'c' }, { name: 1, version: '1' }])(
    'drops %j',
    (value) => {
      expect(readImplementation(value)).toBeUndefined();
    },
  );
});
