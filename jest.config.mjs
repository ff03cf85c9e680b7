/** The applications of the pack test and the suites that must fail run in processes of their own. */
const fixtures = ['<rootDir>/test/pack/fixtures/', '<rootDir>/test/tooling/fixtures/'];

/** ES modules (`--experimental-vm-modules`), decorators and their metadata compiled by swc. */
export default {
  globalSetup: '<rootDir>/test/wire/install-schemas.mjs',
  testSequencer: '<rootDir>/test/setup/longest-first.mjs',
  testEnvironment: '<rootDir>/test/setup/checked-wire-environment.mjs',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.{spec,e2e-spec}.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...fixtures],
  modulePathIgnorePatterns: ['<rootDir>/dist/', ...fixtures],
  waitForUnhandledRejections: true,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^nest-mcp$': '<rootDir>/src/index.ts',
    '^nest-mcp/(stdio|testing|opentelemetry)$': '<rootDir>/src/$1.ts',
    // Everything the server sends is checked; see test/setup/checked-wire-environment.mjs.
    '^\\.{1,2}/(?:.*/)?(mcp-dispatcher|memory-transport)\\.js$': '<rootDir>/test/wire/tapped-$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // A test that hangs is to be found, and one on a busy machine is not to be taken for that.
  testTimeout: 30_000,
  // The parent process waits most of the time, so each core gets a worker.
  maxWorkers: '100%',
  // Each spec that boots Nest leaks a few megabytes of module registry; recycle workers, but not often:
  // a new one takes seconds to be as fast as the old one was.
  workerIdleMemoryLimit: '1GB',
};
