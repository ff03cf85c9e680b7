import { McpConfigurationError, McpModule } from 'nest-mcp';

/** What plain JavaScript, a configuration file or a cast may hand over. */
const forRoot = (options: unknown) => McpModule.forRoot(options as never);

const LIMITS = [
  'bodyLimit',
  'eventHistory',
  'eventHistoryMs',
  'keepAliveMs',
  'maxBufferedBytes',
  'maxJsonDepth',
  'maxLineBytes',
  'maxRunningTasks',
  'maxRunningTasksPerOwner',
  'maxSessions',
  'maxStreamsPerSession',
  'maxTasks',
  'maxTasksPerOwner',
  'maxTaskTtlMs',
  'pageSize',
  'sessionIdleMs',
  'shutdownGraceMs',
  'taskPollIntervalMs',
  'taskTtlMs',
];

const WRONG: readonly (readonly [what: string, options: object, message: string])[] = [
  ['no name', { name: undefined }, "McpModule option name is missing; give { name: '…' }"],
  ['an empty name', { name: '' }, 'McpModule option name must be a non-empty string'],
  ['an empty version', { version: '' }, 'McpModule option version must be a non-empty string'],
  ['a number as version', { version: 1 }, 'McpModule option version must be a non-empty string'],
  ['a number as id', { id: 1 }, 'McpModule option id must be a string; give that, or leave it out'],
  [
    'an object as title',
    { title: {} },
    'McpModule option title must be a string; give that, or leave it out',
  ],
  ['a list as description', { description: [] }, 'McpModule option description must be a string'],
  [
    'a number as website',
    { websiteUrl: 1 },
    "McpModule option websiteUrl must be an absolute URL such as 'https://shop.example'",
  ],
  ['a path as website', { websiteUrl: '/shop' }, 'McpModule option websiteUrl must be an absolute'],
  [
    'a script as website',
    { websiteUrl: 'javascript:alert(1)' },
    'McpModule option websiteUrl must be an absolute URL',
  ],
  [
    'a flag as instructions',
    { instructions: true },
    'McpModule option instructions must be a string',
  ],
  ['a string as principal', { principal: 'user' }, 'McpModule option principal must be a function'],
  ['a string as key', { principalKey: 'sub' }, 'McpModule option principalKey must be a function'],
  ['a string as naming', { naming: 'snake' }, 'McpModule option naming must be a function'],
  [
    'a string as reply',
    { unknownToolReply: '?' },
    'McpModule option unknownToolReply must be a function',
  ],
  [
    'a string as code',
    { unknownToolCode: '1' },
    'McpModule option unknownToolCode must be a whole number outside -32099 to -32000',
  ],
  [
    'another word for input errors',
    { inputErrors: 'throw' },
    'McpModule option inputErrors must be "result" or "protocol"; give that, or leave it out',
  ],
  [
    'an icon from a file',
    { icons: [{ src: 'file:///icon.png' }] },
    'McpModule: icons[0].src must be an https: or data: URI, not "file:///icon.png"',
  ],
  [
    'an icon that is no list',
    { icons: 'icon.png' },
    'McpModule option icons must be a list of objects',
  ],
  ['an icon without a src', { icons: [{}] }, 'McpModule: icons[0].src must be an https: or data:'],
  [
    'an unknown option',
    { serverName: 'shop' },
    'McpModule option serverName does not exist; the options are id, name, version',
  ],
  [
    'an unknown capability',
    { capabilities: { tool: false } },
    'McpModule option capabilities.tool does not exist; the options are tools, resources, prompts',
  ],
  ['a list of capabilities', { capabilities: ['tools'] }, 'McpModule option capabilities'],
  [
    'a word for a capability',
    { capabilities: { tools: 'no' } },
    'McpModule option capabilities.tools',
  ],
  [
    'an unknown part of a capability',
    { capabilities: { tools: { subscribe: true } } },
    'McpModule option capabilities.tools.subscribe does not exist; the options are listChanged',
  ],
  [
    'a word for a part of a capability',
    { capabilities: { resources: { subscribe: 'no' } } },
    'McpModule option capabilities.resources.subscribe must be a boolean',
  ],
  [
    'parts of a capability that has none',
    { capabilities: { logging: {} } },
    'McpModule option capabilities.logging must be a boolean',
  ],
  ['null for a capability', { capabilities: { tools: null } }, 'capabilities.tools must be true,'],
  ['a list of extensions', { extensions: ['ui'] }, 'McpModule option extensions must be an object'],
  [
    'an extension without a prefix',
    { extensions: { ui: {} } },
    `McpModule option extensions["ui"] is no identifier of an extension; use one such as 'com.example/audit'`,
  ],
  [
    'true as settings of an extension',
    { extensions: { 'com.example/audit': true } },
    'McpModule option extensions["com.example/audit"] must be an object of JSON values',
  ],
  [
    'settings JSON cannot say',
    { extensions: { 'com.example/audit': { size: 1n } } },
    'McpModule option extensions["com.example/audit"] must be an object of JSON values',
  ],
  ['a path for skills', { skills: 'skills' }, 'McpModule option skills must be an object'],
  [
    'skills without a directory',
    { skills: {} },
    "McpModule option skills.directory is missing; give { directory: 'skills' }",
  ],
  [
    'skills in no directory',
    { skills: { directory: [] } },
    'McpModule option skills.directory must be the path of a directory, or a list of paths',
  ],
  [
    'skills in a directory without a name',
    { skills: { directory: ['skills', ''] } },
    'McpModule option skills.directory must be the path of a directory, or a list of paths',
  ],
  [
    'an unknown option of skills',
    { skills: { directory: 'skills', directories: [] } },
    'McpModule option skills.directories does not exist; the options are directory, watch',
  ],
  [
    'skills that are declared a second time',
    {
      skills: { directory: 'skills' },
      extensions: { 'io.modelcontextprotocol/skills': {} },
    },
    'McpModule option extensions["io.modelcontextprotocol/skills"] is declared by `skills`; leave it out',
  ],
  [
    'skills without resources',
    { skills: { directory: 'skills' }, capabilities: { resources: false } },
    'McpModule option skills needs the capability `resources`; do not switch that off',
  ],
  [
    'the extension of tasks',
    { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    'McpModule option extensions["io.modelcontextprotocol/tasks"] is declared by `capabilities.tasks`; leave it out',
  ],
  ['true for sessions', { sessions: true }, 'McpModule option sessions must be an object'],
  [
    'an unknown option of sessions',
    { sessions: { memory: false } },
    'McpModule option sessions.memory does not exist; the options are eventStore, store, autoRecover',
  ],
  [
    'a session store that is none',
    { sessions: { store: { load: () => undefined } } },
    'McpModule option sessions.store must be a class, or an object with a method `save`',
  ],
  [
    'a word for recovery that is none',
    { sessions: { autoRecover: 'sometimes' } },
    'McpModule option sessions.autoRecover must be "never", "stored" or "always"',
  ],
  [
    'an event store that is none',
    { sessions: { eventStore: { read: () => [] } } },
    'McpModule option sessions.eventStore must be a class, an object with a method `append`, or false',
  ],
  ['true for tasks', { tasks: true }, 'McpModule option tasks must be an object; give that'],
  ['null for tasks', { tasks: null }, 'McpModule option tasks must be an object'],
  [
    'an unknown option of tasks',
    { tasks: { ttlMs: 1000 } },
    'McpModule option tasks.ttlMs does not exist; the options are store, onSessionEnd, statusNotifications',
  ],
  [
    'a task store that is none',
    { tasks: { store: { save: () => undefined } } },
    'McpModule option tasks.store must be a class, or an object with a method `replace`',
  ],
  [
    'another word for the end of a session',
    { tasks: { onSessionEnd: 'stop' } },
    'McpModule option tasks.onSessionEnd must be "cancel" or "keep"',
  ],
  [
    'a word for notifications of tasks',
    { tasks: { statusNotifications: 'no' } },
    'McpModule option tasks.statusNotifications must be a boolean',
  ],
  [
    'a word for tasks as a capability',
    { capabilities: { tasks: 'yes' } },
    'McpModule option capabilities.tasks must be true, false or an object',
  ],
  [
    'a part of tasks that is none',
    { capabilities: { tasks: { cancel: true } } },
    'McpModule option capabilities.tasks.cancel does not exist; the options are list',
  ],
  [
    'a word for the list of tasks',
    { capabilities: { tasks: { list: 'no' } } },
    'McpModule option capabilities.tasks.list must be a boolean',
  ],
  ['a word for http', { http: 'mcp' }, 'McpModule option http must be an object or false'],
  ['true for http', { http: true }, 'McpModule option http must be an object or false'],
  ['null for http', { http: null }, 'McpModule option http must be an object or false'],
  [
    'an unknown option of http',
    { http: { port: 3000 } },
    'McpModule option http.port does not exist; the options are path, decorators, guards, publicUrl',
  ],
  [
    'a path with a parameter',
    { http: { path: 'mcp/:id' } },
    "McpModule option http.path must be a fixed path such as 'mcp' or 'ai/mcp'",
  ],
  [
    'a wildcard path',
    { http: { path: 'mcp/*' } },
    'McpModule option http.path must be a fixed path',
  ],
  [
    'several paths',
    { http: { path: ['a', 'b'] } },
    'McpModule option http.path must be a fixed path',
  ],
  [
    'a public URL without a scheme',
    { http: { publicUrl: 'shop.example/mcp' } },
    "McpModule option http.publicUrl must be an absolute URL such as 'https://shop.example/mcp'",
  ],
  [
    'one guard',
    { http: { guards: class {} } },
    'McpModule option http.guards must be a list of guards',
  ],
  [
    'one decorator',
    { http: { decorators: () => {} } },
    'McpModule option http.decorators must be a list of functions',
  ],
  [
    'one origin',
    { http: { allowedOrigins: '*' } },
    'McpModule option http.allowedOrigins must be a list',
  ],
  [
    'one host',
    { http: { allowedHosts: 'a' } },
    'McpModule option http.allowedHosts must be a list',
  ],
  [
    'an unknown method in cache hints',
    { cacheHints: { 'tools/call': { ttlMs: 1, cacheScope: 'public' } } },
    'McpModule option cacheHints.tools/call does not exist; the options are',
  ],
  [
    'a cache hint without a scope',
    { cacheHints: { 'tools/list': { ttlMs: 1 } } },
    'McpModule option cacheHints["tools/list"] needs ttlMs (whole milliseconds, 0 or more) and cacheScope',
  ],
  [
    'a negative cache hint',
    { cacheHints: { 'tools/list': { ttlMs: -1, cacheScope: 'public' } } },
    'McpModule option cacheHints["tools/list"] needs ttlMs',
  ],
  [
    'null as a cache hint',
    { cacheHints: { 'tools/list': null } },
    'McpModule option cacheHints.tools/list must be an object',
  ],
  [
    'no revision at all',
    { protocolVersions: [] },
    'protocolVersions is empty; name at least one revision or leave the option out',
  ],
  [
    'an unknown revision',
    { protocolVersions: ['2026-01-01'] },
    'protocolVersions names "2026-01-01", which is not a revision of MCP; choose among 2026-07-28',
  ],
  [
    'one revision',
    { protocolVersions: '2025-11-25' },
    'McpModule option protocolVersions must be a list',
  ],
  ['a word for isGlobal', { isGlobal: 'yes' }, 'McpModule option isGlobal must be a boolean'],
  ['a number of limits', { limits: 5 }, 'McpModule option limits must be an object'],
  [
    'an unknown limit',
    { limits: { maxSession: 5 } },
    'limits.maxSession does not exist; the limits are bodyLimit, callbackTimeoutMs',
  ],
];

describe('a wrong option', () => {
  it.each(WRONG)('is refused with its name and the remedy: %s', (_what, options, message) => {
    expect(() => forRoot({ name: 'shop', ...options })).toThrow(message);
  });

  it.each([undefined, null, 'shop', () => ({ name: 'shop' })])(
    'is refused as a whole: %p',
    (options) => {
      expect(() => forRoot(options)).toThrow(McpConfigurationError);
    },
  );
});

describe('a wrong option beside a factory', () => {
  const useFactory = () => ({ name: 'shop' });

  it.each([
    { option: 'http.decorators', given: { http: { decorators: 'Public' } } },
    { option: 'http.path', given: { http: { path: ':id' } } },
    { option: 'http.guards', given: { http: { guards: class {} } } },
    { option: 'http.port', given: { http: { port: 1 } } },
    { option: 'http', given: { http: 'mcp' } },
    { option: 'id', given: { id: 5 } },
    { option: 'isGlobal', given: { isGlobal: 1 } },
  ])('is refused before anything is made of it: $option', ({ option, given }) => {
    const forRootAsync = () => McpModule.forRootAsync({ useFactory, ...given } as never);

    expect(forRootAsync).toThrow(`McpModule option ${option} `);
  });

  it.each([
    { what: 'none', ways: {} },
    { what: 'two', ways: { useFactory, useExisting: 'OPTIONS' } },
  ])('is refused when there is not exactly one way to get options, but $what', ({ ways }) => {
    expect(() => McpModule.forRootAsync(ways as never)).toThrow(
      'McpModule.forRootAsync() needs exactly one of useFactory, useClass and useExisting',
    );
  });
});

describe('a limit', () => {
  const values = [0, -1, 1.5, NaN, Infinity, '10', null, true, 2 ** 53];

  it.each(LIMITS.flatMap((limit) => values.map((value) => ({ limit, value }))))(
    '$limit of $value is refused with its name',
    ({ limit, value }) => {
      const boot = () => forRoot({ name: 'shop', limits: { [limit]: value } });

      expect(boot).toThrow(`limits.${limit} must be a whole number from 1 to`);
    },
  );

  it.each(LIMITS.filter((limit) => limit.endsWith('Ms')))('%s cannot overflow a timer', (limit) => {
    expect(() => forRoot({ name: 'shop', limits: { [limit]: 2 ** 31 } })).toThrow(
      `limits.${limit} must be a whole number from 1 to 2147483647, not 2147483648`,
    );
  });

  it.each(LIMITS)('%s may be left undefined', (limit) => {
    expect(() => forRoot({ name: 'shop', limits: { [limit]: undefined } })).not.toThrow();
  });
});
