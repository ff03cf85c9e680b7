/**
 * The layers of `src` as a table (design: transports -> dispatch -> services -> protocol) and the
 * dependency-cruiser rules made from it. To change a direction, change its row and say why.
 */

/** Folder of `src` -> what it may import besides itself. A trailing `.ts` names one file. */
export const layers = {
  protocol: [],
  schema: ['protocol'],
  decorators: ['mcp.tokens.ts', 'schema', 'protocol'],
  registry: ['mcp.tokens.ts', 'decorators', 'schema', 'protocol'],
  authorization: ['mcp.tokens.ts', 'protocol'],
  notifications: ['mcp.tokens.ts', 'protocol'],
  sessions: ['mcp.tokens.ts', 'protocol'],
  skills: ['mcp.tokens.ts', 'protocol'],
  tasks: ['mcp.tokens.ts', 'protocol'],
  dispatch: [
    'mcp.tokens.ts',
    'registry',
    'schema',
    'authorization',
    'sessions',
    'notifications',
    'skills',
    'tasks',
    'protocol',
  ],
  transports: [
    'mcp.tokens.ts',
    'dispatch',
    'registry',
    'schema',
    'authorization',
    'sessions',
    'notifications',
    'tasks',
    'protocol',
  ],
  redis: [
    'mcp.tokens.ts',
    'sessions',
    'notifications',
    'transports/http',
    'dispatch',
    'tasks',
    'protocol',
  ],
  'start-up': ['mcp.tokens.ts', 'registry', 'protocol'],
  opentelemetry: ['package-version.ts', 'dispatch', 'schema', 'protocol'],
};

/** What users import. They gather exports, so nothing inside may import them back. */
const entryFiles = '^src/(index|stdio|testing|opentelemetry|redis)\\.ts$';
const specs = '\\.(spec|fixture)\\.ts$';

const escape = (text) => text.replaceAll('.', '\\.');
const pattern = (target) =>
  target.endsWith('.ts') ? `^src/${escape(target)}$` : `^src/${target}/`;

const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  severity: 'error',
  comment: `${folder} may import ${['itself', ...allowed].join(', ')}, and nothing else of src`,
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map(pattern)] },
}));

export const forbidden = [
  ...layerRules,
  {
    name: 'transports-apart',
    severity: 'error',
    comment: 'transports do not know each other',
    from: { path: '^src/transports/([^/]+)/', pathNot: '^src/transports/legacy-sse/' },
    to: { path: '^src/transports/[^/]+/', pathNot: '^src/transports/$1/' },
  },
  {
    name: 'transports-legacy-sse',
    severity: 'error',
    comment: 'HTTP+SSE is written on top of the HTTP port, and knows no other transport',
    from: { path: '^src/transports/legacy-sse/' },
    to: { path: '^src/transports/[^/]+/', pathNot: '^src/transports/(legacy-sse|http)/' },
  },
  {
    name: 'protocol-is-pure',
    severity: 'error',
    comment: 'protocol is plain TypeScript: no package, and of Node only node:crypto (for ids)',
    from: { path: '^src/protocol/', pathNot: specs },
    to: { pathNot: ['^src/', '^crypto$'] },
  },
  {
    name: 'tokens-are-leaves',
    severity: 'error',
    comment: 'mcp.tokens.ts is imported by every layer, so it may import protocol only',
    from: { path: '^src/mcp\\.tokens\\.ts$' },
    to: { path: '^src/', pathNot: '^src/protocol/' },
  },
  {
    name: 'options-are-composed',
    severity: 'error',
    comment:
      'each layer owns its option types; only the files at the root of src see mcp.options.ts',
    from: { path: '^src/[^/]+/', pathNot: '^src/testing/' },
    to: { path: '^src/mcp\\.options\\.ts$' },
  },
  {
    name: 'module-is-the-top',
    severity: 'error',
    comment: 'only entry files and testing import mcp.module.ts',
    from: { path: '^src/', pathNot: [entryFiles, '^src/testing/', '^src/mcp\\.module[^/]*\\.ts$'] },
    to: { path: '^src/mcp\\.module\\.ts$' },
  },
  {
    name: 'nobody-imports-testing',
    severity: 'error',
    comment: 'testing is a subpath for users; only src/testing.ts gathers it',
    from: { path: '^src/', pathNot: ['^src/testing/', '^src/testing\\.ts$'] },
    to: { path: '^src/testing/' },
  },
  {
    name: 'nobody-imports-redis',
    severity: 'error',
    comment: 'redis is an optional subpath; only src/redis.ts gathers it',
    from: { path: '^src/', pathNot: ['^src/redis/', '^src/redis\\.ts$'] },
    to: { path: '^src/redis/' },
  },
  {
    name: 'nobody-imports-opentelemetry',
    severity: 'error',
    comment: 'opentelemetry is an optional subpath; only src/opentelemetry.ts gathers it',
    from: { path: '^src/', pathNot: ['^src/opentelemetry/', '^src/opentelemetry\\.ts$'] },
    to: { path: '^src/opentelemetry/' },
  },
  {
    name: 'no-index-import',
    severity: 'error',
    comment: 'inside src import the file that declares a thing, never an index.ts or entry file',
    from: { path: '^src/' },
    to: { path: ['/index\\.ts$', entryFiles] },
  },
  {
    name: 'no-spec-import',
    severity: 'error',
    comment: 'source does not import specs, fixtures or anything of test/, examples/ or scripts/',
    from: { path: '^src/', pathNot: specs },
    to: { path: [specs, '^(test|examples|bench|scripts)/'] },
  },
  {
    name: 'no-cycle',
    severity: 'error',
    comment: 'files do not import each other in a circle (type-only imports count)',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'no-undeclared-package',
    severity: 'error',
    comment: 'source may import dependencies and peer dependencies of package.json, not dev ones',
    from: { path: '^src/', pathNot: specs },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
    },
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    comment: 'the import leads to no file',
    from: { path: '^src/' },
    to: { couldNotResolve: true },
  },
];
