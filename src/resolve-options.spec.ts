import { DEFAULT_LIMITS } from './mcp.limits.js';
import type { McpModuleOptions } from './mcp.options.js';
import { PACKAGE_VERSION } from './package-version.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import { resolveOptions } from './resolve-options.js';

const isObject = (value: unknown) => typeof value === 'object';
const resolve = (options: object = {}) =>
  resolveOptions({ name: 'shop', ...options } as McpModuleOptions);

describe('resolveOptions', () => {
  it('needs a name only', () => {
    const resolved = resolve();

    expect(resolved.id).toBe('default');
    expect(resolved.identity.info).toMatchObject({ name: 'shop', version: PACKAGE_VERSION });
    expect(resolved.revisions.all).toHaveLength(5);
    expect(resolved.limits).toEqual(DEFAULT_LIMITS);
    expect(resolved.http).toEqual({});
    expect(resolved.sessions).toEqual({});
    expect(resolved.tasks).toEqual({});
    expect(resolved.dispatch.inputErrors).toBe('result');
  });

  it('keeps the whole identity', () => {
    const identity = {
      version: '1.4.0',
      title: 'Shop',
      description: 'Sells',
      websiteUrl: 'https://shop.example',
      icons: [{ src: 'https://shop.example/icon.png' }],
    };

    const resolved = resolve({ ...identity, instructions: 'Ask first' });

    expect(resolved.identity.info).toEqual({ name: 'shop', ...identity });
    expect(resolved.identity.instructions).toBe('Ask first');
  });

  it('declares every capability by default but tasks, which need tools', () => {
    expect([...resolve().identity.capabilities.keys()]).toEqual([
      'tools',
      'resources',
      'prompts',
      'completions',
      'logging',
    ]);
  });

  it('declares a capability unless it is false', () => {
    const { capabilities } = resolve({
      capabilities: { tools: false, prompts: true, logging: undefined },
    }).identity;

    expect([...capabilities.keys()]).toEqual(['resources', 'prompts', 'completions', 'logging']);
  });

  it.each([
    [true, { list: true }],
    [{}, { list: true }],
    [{ list: false }, {}],
  ])('declares tasks where it is told to: %j', (tasks, flags) => {
    expect(resolve({ capabilities: { tasks } }).identity.capabilities.get('tasks')).toEqual(flags);
  });

  it('keeps where tasks are', () => {
    const tasks = { store: class {}, onSessionEnd: 'keep', statusNotifications: false };

    expect(resolve({ tasks }).tasks).toEqual(tasks);
  });

  it('keeps its own copy of the settings of extensions', () => {
    const extensions = { 'com.example/audit': { levels: ['low'] } };
    const { identity } = resolve({ extensions });
    extensions['com.example/audit'].levels.push('high');

    expect(identity.extensions).toEqual({ 'com.example/audit': { levels: ['low'] } });
    expect(Object.isFrozen(identity.extensions?.['com.example/audit'])).toBe(true);
  });

  it('hands on how calls are answered', () => {
    const unknownToolReply = () => 'gone';
    const { dispatch } = resolve({
      auditArguments: true,
      auditResults: true,
      inputErrors: 'protocol',
      secretFormFields: 'refuse',
      unknownToolCode: -1,
      unknownToolReply,
      limits: { pageSize: 7 },
    });

    expect(dispatch).toEqual({
      inputErrors: 'protocol',
      secretFormFields: 'refuse',
      asyncContext: false,
      sessionState: undefined,
      auditArguments: true,
      auditResults: true,
      unknownToolCode: -1,
      unknownToolReply,
      pageSize: 7,
    });
  });

  it('shows null in optional outputs only if told so', () => {
    expect(resolve().nullableOptionalOutputs).toBe(false);
    expect(resolve({ nullableOptionalOutputs: true }).nullableOptionalOutputs).toBe(true);
  });

  it('names in snake_case unless told otherwise', () => {
    expect(resolve().naming('findOrder')).toBe('find_order');
    expect(resolve({ naming: (method: string) => `x.${method}` }).naming('a')).toBe('x.a');
  });

  it('keeps that no messages are to be kept', () => {
    expect(resolve({ sessions: { eventStore: false } }).sessions).toEqual({ eventStore: false });
  });

  it('keeps that there is no HTTP endpoint', () => {
    expect(resolve({ http: false }).http).toBe(false);
  });

  it('is frozen, with everything in it', () => {
    const resolved = resolve({ cacheHints: {} });
    const parts = [
      resolved,
      resolved.identity.info,
      resolved.cacheHints,
      resolved.dispatch,
      resolved.principals,
      resolved.capabilities,
      resolved.http,
      resolved.tasks,
      resolved.limits,
    ];

    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
  });

  it('does not freeze what it was given', () => {
    const given = {
      name: 'shop',
      http: { path: 'mcp' },
      cacheHints: {},
      capabilities: {},
      tasks: {},
    };
    resolveOptions(given);

    expect([given, ...Object.values(given).filter(isObject)].some(Object.isFrozen)).toBe(false);
  });

  it.each(['mcp', '/mcp', 'ai/mcp', ''])('takes the path "%s"', (path) => {
    expect(resolve({ http: { path } }).http).toEqual({ path });
  });

  it.each([true, false, {}, { path: 'events' }, { path: 'sse', messagesPath: 'sse' }])(
    'takes HTTP+SSE as %j',
    (legacySse) => {
      expect(resolve({ http: { legacySse } }).http).toEqual({ legacySse });
    },
  );

  it('does not mind a revision that HTTP+SSE could carry where there is none of it', () => {
    const http = { legacySse: false };

    expect(resolve({ http, protocolVersions: ['2026-07-28'] }).http).toEqual(http);
  });

  it.each(['https://a.example/icon', 'data:image/png;base64,aQ=='])(
    'takes an icon at %s',
    (src) => {
      expect(resolve({ icons: [{ src }] }).identity.info.icons).toEqual([{ src }]);
    },
  );

  describe('refuses, naming the option,', () => {
    const hint = { ttlMs: 1, cacheScope: 'public' };

    it.each<[string, object, string | RegExp]>([
      ['a missing name', { name: undefined }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name that is no string', { name: 7 }, 'name'],
      ['an empty version', { version: '' }, 'version'],
      ['a version that is no string', { version: 1 }, 'version'],
      ['an id that is no string', { id: 1 }, 'id'],
      ['a title that is no string', { title: 1 }, 'title'],
      ['instructions that are a list', { instructions: [] }, 'instructions'],
      ['an option that does not exist', { nmae: 'x' }, 'nmae'],
      ['a member of every object', { toString: 'x' }, 'toString'],
      ['a capability that does not exist', { capabilities: { tool: false } }, 'capabilities.tool'],
      ['an unknown revision', { protocolVersions: ['2030-01-01'] }, 'protocolVersions'],
      ['no revision at all', { protocolVersions: [] }, 'protocolVersions'],
      ['a naming that is no function', { naming: 'snake' }, 'naming'],
      ['a principal that is no function', { principal: 'user' }, 'principal'],
      ['a principal key that is no function', { principalKey: 'id' }, 'principalKey'],
      ['an unknown way to tell bad input', { inputErrors: 'throw' }, 'inputErrors'],
      ['a reply that is no function', { unknownToolReply: 'gone' }, 'unknownToolReply'],
      ['a word for a flag', { nullableOptionalOutputs: 'yes' }, 'nullableOptionalOutputs'],
      ['a code that is no number', { unknownToolCode: '1' }, 'unknownToolCode'],
      ['a code of the specification', { unknownToolCode: -32020 }, 'unknownToolCode'],
      ['an icon of another scheme', { icons: [{ src: 'javascript:alert(1)' }] }, 'icons'],
      ['a limit out of bounds', { limits: { pageSize: 0 } }, 'limits.pageSize'],
      ['an option of HTTP that does not exist', { http: { pth: 'x' } }, 'http.pth'],
      ['a path with a parameter', { http: { path: 'mcp/:id' } }, 'http.path'],
      ['a path with a wildcard', { http: { path: 'mcp/*' } }, 'http.path'],
      ['a path that is no string', { http: { path: 7 } }, 'http.path'],
      ['a public address without a host', { http: { publicUrl: '/mcp' } }, 'http.publicUrl'],
      ['a word for HTTP+SSE', { http: { legacySse: 'sse' } }, 'http.legacySse'],
      ['an unknown option of it', { http: { legacySse: { pth: 'x' } } }, 'http.legacySse.pth'],
      ['a parameter in it', { http: { legacySse: { path: ':id' } } }, 'http.legacySse.path'],
      [
        'a list as its path',
        { http: { legacySse: { messagesPath: ['a'] } } },
        'http.legacySse.messagesPath',
      ],
      [
        'its stream at the endpoint',
        { http: { path: '/AI/sse', legacySse: { path: 'ai/sse/' } } },
        'http.legacySse.path is "ai/sse/", which is the path of the endpoint',
      ],
      [
        'its messages at the endpoint',
        { http: { legacySse: { messagesPath: 'mcp' } } },
        'http.legacySse.messagesPath is "mcp"',
      ],
      [
        'it without a revision it could carry',
        { http: { legacySse: true }, protocolVersions: ['2026-07-28'] },
        /http\.legacySse.*protocolVersions/,
      ],
      ['a hint for a method without one', { cacheHints: { 'tools/call': hint } }, 'cacheHints'],
      [
        'a hint below zero',
        { cacheHints: { 'tools/list': { ...hint, ttlMs: -1 } } },
        /cacheHints.*tools\/list/,
      ],
      [
        'a hint that is a fraction',
        { cacheHints: { 'tools/list': { ...hint, ttlMs: 0.5 } } },
        /cacheHints.*tools\/list/,
      ],
      [
        'a hint of an unknown scope',
        { cacheHints: { 'tools/list': { ...hint, cacheScope: 'all' } } },
        /cacheHints.*tools\/list/,
      ],
    ])('%s', (_what, options, option) => {
      expect(() => resolve(options)).toThrow(McpConfigurationError);
      expect(() => resolve(options)).toThrow(option);
    });
  });
});
