import * as steps from './steps.mjs';

const { install, types, resolvers, oneCopy, jest, vitest, typescript7, build, bundle } = steps;
const first = { install, types, resolvers, 'one copy': oneCopy, jest };

/**
 * `folders` of test/pack/fixtures are laid over each other; `dependencies` and `devDependencies` go into the
 * manifest; `steps` are run in their order.
 */
export const applications = [
  {
    name: 'nest-12-esm',
    folders: ['shared', 'backend', 'esm'],
    dependencies: {
      ...nest({ common: '12.5.1', core: '12.5.1', express: '12.5.1' }),
      '@nestjs/platform-fastify': '12.5.0',
    },
    devDependencies: {
      '@modelcontextprotocol/client': '2.4.0',
      '@nestjs/cli': '12.0.8',
      '@nestjs/testing': '12.1.1',
      '@rspack/core': '2.3.4',
      '@swc/cli': '0.8.1',
      'tsconfig-paths-webpack-plugin': '4.2.0',
      'typescript-7': 'npm:typescript@7.0.2',
      // The last that runs on Node 20.
      vitest: '4.1.12',
      'webpack-node-externals': '3.0.0',
    },
    steps: {
      ...first,
      'typescript 7': typescript7,
      vitest,
      swc: build('swc'),
      // What Nest's command line has for ES modules in place of webpack.
      rspack: build('rspack'),
    },
  },
  {
    name: 'nest-11-cjs',
    folders: ['shared', 'backend', 'cjs'],
    dependencies: {
      ...nest({ common: '11.2.10', core: '11.2.10', express: '11.2.10' }),
      '@nestjs/platform-fastify': '11.2.8',
    },
    devDependencies: {
      '@modelcontextprotocol/client': '2.4.0',
      '@nestjs/cli': '11.0.24',
      '@nestjs/testing': '11.2.6',
      '@swc/cli': '0.8.1',
      '@swc/core': '1.16.22',
      'ts-loader': '9.6.2',
    },
    steps: {
      ...first,
      tsc: build('tsc'),
      swc: build('swc'),
      webpack: build('webpack'),
      bundle,
    },
  },
  {
    // 12.0.0 cannot be installed: its packages still ask for Nest 11 as peers.
    name: 'nest-12-lowest-esm',
    folders: ['shared', 'esm'],
    dependencies: nest({ common: '12.0.1', core: '12.0.1', express: '12.0.1' }),
    devDependencies: { '@nestjs/testing': '12.0.1', typescript: '5.9.3' },
    steps: { install, types, 'one copy': oneCopy, jest, peers: steps.peers },
  },
  {
    // The lowest version of every peer dependency at once.
    name: 'nest-11-lowest-cjs',
    folders: ['shared', 'cjs'],
    dependencies: {
      ...nest({ common: '11.0.0', core: '11.0.0', express: '11.0.0' }),
      'class-validator': '0.14.0',
      'reflect-metadata': '0.1.12',
      rxjs: '7.2.0',
    },
    devDependencies: {
      '@nestjs/testing': '11.0.0',
      '@types/jest': '29.5.14',
      jest: '29.7.0',
      typescript: '5.7.3',
    },
    steps: { ...first, peers: steps.commonJsPeers },
  },
];

function nest({ common, core, express }) {
  return {
    '@nestjs/common': common,
    '@nestjs/core': core,
    '@nestjs/platform-express': express,
  };
}
