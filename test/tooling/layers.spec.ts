import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const script = join(process.cwd(), 'scripts/check-layers.mjs');

function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'nest-mcp-layers-'));
  try {
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', devDependencies: { 'left-pad': '1.0.0' } }),
    );
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'src', file)), { recursive: true });
      writeFileSync(join(root, 'src', file), text);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], {
      encoding: 'utf8',
    });
    return { status, report: stderr, summary: stdout };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const leaf = 'export const a = 1; export type A = number;';

describe('the layer check', () => {
  it('passes a tree whose imports all point downwards', () => {
    const { status, report, summary } = check({
      'protocol/a.ts': leaf,
      'schema/a.ts': `export { a } from '../protocol/a.js';`,
      'dispatch/a.ts': `import { a } from '../schema/a.js'; export const b = a;`,
      'transports/http/a.ts': `import { b } from '../../dispatch/a.js'; export const c = b;`,
      'mcp.module.ts': `import { c } from './transports/http/a.js'; export const d = c;`,
      'testing/a.ts': `import { d } from '../mcp.module.js'; export const e = d;`,
      'testing.ts': `export { e } from './testing/a.js';`,
      'index.ts': `export { d } from './mcp.module.js';`,
    });

    expect(report).toBe('');
    expect(status).toBe(0);
    expect(summary).toContain('8 modules, 7 imports, 0 violations');
  });

  describe('in a tree that breaks every rule', () => {
    const { status, report } = check({
      'leaf.ts': leaf,
      'mcp.options.ts': leaf,
      'mcp.module.ts': leaf,
      'index.ts': leaf,
      'mcp.tokens.ts': `export { a } from './registry/leaf.js';`,
      'protocol/leaf.ts': leaf,
      'protocol/impure.ts': `import { join } from 'node:path'; export const p = join;`,
      'protocol/circle-1.ts': `import type { Two } from './circle-2.js'; export type One = Two;`,
      'protocol/circle-2.ts': `import type { One } from './circle-1.js'; export type Two = One;`,
      'dispatch/leaf.ts': leaf,
      'dispatch/up.ts': `import { a } from '../transports/http/leaf.js'; export const b = a;`,
      'dispatch/index-import.ts': `import { a } from '../index.js'; export const b = a;`,
      'dispatch/dead.ts': `import { a } from './nowhere.js'; export const b = a;`,
      'registry/leaf.ts': leaf,
      'registry/type-only.ts': `import type { A } from '../dispatch/leaf.js'; export type B = A;`,
      'registry/inline-type.ts': `export type B = import('../dispatch/leaf.js').A;`,
      'registry/lazy.ts': `export const b = () => import('../dispatch/leaf.js');`,
      'registry/re-export.ts': `export * from '../dispatch/leaf.js';`,
      'sessions/options.ts': `import type { A } from '../mcp.options.js'; export type B = A;`,
      'sessions/module.ts': `import { a } from '../mcp.module.js'; export const b = a;`,
      'sessions/redis.ts': `import { a } from '../redis/leaf.js'; export const b = a;`,
      'sessions/testing.ts': `import { a } from '../testing/leaf.js'; export const b = a;`,
      'sessions/leaf.spec.ts': leaf,
      'sessions/spec-import.ts': `import { a } from './leaf.spec.js'; export const b = a;`,
      'sessions/package.ts': `import 'left-pad'; export const b = 1;`,
      '../node_modules/left-pad/index.js': 'module.exports = 1;',
      'redis/leaf.ts': leaf,
      'testing/leaf.ts': leaf,
      'transports/http/leaf.ts': leaf,
      'transports/stdio/sideways.ts': `import { a } from '../http/leaf.js'; export const b = a;`,
      'utils/leaf.ts': leaf,
    });

    it('exits with 1', () => expect(status).toBe(1));

    it.each([
      ['layer-dispatch', 'src/dispatch/up.ts -> src/transports/http/leaf.ts'],
      ['layer-registry', 'src/registry/type-only.ts -> src/dispatch/leaf.ts'],
      ['layer-registry', 'src/registry/inline-type.ts -> src/dispatch/leaf.ts'],
      ['layer-registry', 'src/registry/lazy.ts -> src/dispatch/leaf.ts'],
      ['layer-registry', 'src/registry/re-export.ts -> src/dispatch/leaf.ts'],
      ['transports-apart', 'src/transports/stdio/sideways.ts -> src/transports/http/leaf.ts'],
      ['protocol-is-pure', 'src/protocol/impure.ts -> path'],
      ['tokens-are-leaves', 'src/mcp.tokens.ts -> src/registry/leaf.ts'],
      ['options-are-composed', 'src/sessions/options.ts -> src/mcp.options.ts'],
      ['module-is-the-top', 'src/sessions/module.ts -> src/mcp.module.ts'],
      ['nobody-imports-testing', 'src/sessions/testing.ts -> src/testing/leaf.ts'],
      ['nobody-imports-redis', 'src/sessions/redis.ts -> src/redis/leaf.ts'],
      ['no-index-import', 'src/dispatch/index-import.ts -> src/index.ts'],
      ['no-spec-import', 'src/sessions/spec-import.ts -> src/sessions/leaf.spec.ts'],
      ['no-unresolvable', 'src/dispatch/dead.ts -> ./nowhere.js'],
      ['no-cycle', 'src/protocol/circle-1.ts -> src/protocol/circle-2.ts'],
      ['no-undeclared-package', 'src/sessions/package.ts -> node_modules/left-pad/index.js'],
      ['layer-unknown', 'src/utils'],
    ])('reports %s with file and import: %s', (rule, edge) => {
      const lines = report.split('\n');
      const reported = lines
        .map((line, index) => [line, lines[index + 1] ?? ''] as const)
        .filter(([line]) => line.startsWith(edge))
        .map(([, reason]) => reason.trim().split(':')[0]);

      expect(reported).toContain(rule);
    });
  });
});
