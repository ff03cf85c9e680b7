import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Lints the files with this repository's configuration; `file:line rule` for each complaint. */
function lint(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'nest-mcp-lint-'));
  try {
    cpSync('.oxlintrc.json', join(root, '.oxlintrc.json'));
    cpSync('scripts/oxlint-clock.mjs', join(root, 'scripts/oxlint-clock.mjs'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--deny-warnings', '-f', 'unix'], {
      cwd: root,
      encoding: 'utf8',
    });
    return [...stdout.matchAll(/^(\S+?:\d+):\d+: .*\[Error\/(.+)\]$/gm)].map(
      ([, place, rule]) => `${place} ${rule}`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const ambient = {
  'setTimeout(run, 1);': 'eslint(no-restricted-globals)',
  'setInterval(run, 1);': 'eslint(no-restricted-globals)',
  'setImmediate(run);': 'eslint(no-restricted-globals)',
  'globalThis.setTimeout(run, 1);': 'eslint(no-restricted-properties)',
  'use(Date.now());': 'eslint(no-restricted-properties)',
  'use(new Date());': 'clock(no-ambient-date)',
  'use(Date());': 'clock(no-ambient-date)',
  'use(performance.now());': 'eslint(no-restricted-properties)',
  'use(AbortSignal.timeout(1));': 'eslint(no-restricted-properties)',
  "await import('node:timers');": 'eslint(no-restricted-imports)',
  "await import('timers/promises');": 'eslint(no-restricted-imports)',
  "await import('node:timers/promises');": 'eslint(no-restricted-imports)',
  "await import('node:perf_hooks');": 'eslint(no-restricted-imports)',
};
const prelude = 'declare function run(): void; declare function use(value: unknown): void;\n';
const text = prelude + Object.keys(ambient).join('\n');

describe('the clock rule', () => {
  const complaints = lint({
    'src/dispatch/in-flight.ts': text,
    'src/protocol/clock.ts': text,
    'src/schema/converts.ts': `${prelude}use(new Date(0));\nuse(new Date('2026-07-28'));\n`,
    'test/e2e/anything.ts': text,
  });

  it.each(Object.entries(ambient).map(([statement, rule], index) => [statement, rule, index + 2]))(
    'forbids %s in src',
    (_statement, rule, line) => {
      expect(complaints).toContain(`src/dispatch/in-flight.ts:${line} ${rule}`);
    },
  );

  it('leaves the clock itself, conversions of given dates and tests alone', () => {
    expect(complaints.filter((complaint) => !complaint.startsWith('src/dispatch/'))).toEqual([]);
  });
});
