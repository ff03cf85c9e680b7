import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { installedInspector } from '../support/installed-inspector.js';

/** What one run of the Inspector gave. */
export interface Inspection {
  readonly exitCode: number;
  /** Member `result` of what it printed; `undefined` where it printed none. */
  readonly result: Record<string, unknown> | undefined;
  /** What it complained about. */
  readonly complaint: string;
}

/** Runs the Inspector's command line: one connection and one request. */
export async function inspect(
  target: readonly string[],
  era: 'legacy' | 'auto' | 'modern',
  request: readonly string[],
): Promise<Inspection> {
  const inspector = await installedInspector();
  const settings = ['--protocol-era', era, '--format', 'json', '--quiet'];
  const args = [inspector, '--cli', ...target, ...settings, '--method', ...request];
  // It keeps files in the home directory.
  const options = { env: { ...process.env, HOME: tmpdir() } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const printed = JSON.parse(stdout || '{}') as Partial<Inspection>;
      const exitCode = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ exitCode, result: printed.result, complaint: stderr });
    });
  });
}
