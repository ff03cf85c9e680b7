import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { installedInspector } from '../support/installed-inspector.js';

/** What one run of the Inspector gave. */
export interface Inspection {
  readonly exitCode: number;
  /** Member `result` of what it printed; `undefined` where it printed none. */
  readonly result: Record<string, unknown> | undefined;
  /** Everything it printed; where it verifies skills, a report for each. */
  readonly printed: readonly Record<string, unknown>[];
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
      const printed = documentsIn(stdout);
      const exitCode = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      const result = printed[0]?.result as Inspection['result'];
      resolve({ exitCode, result, printed, complaint: stderr });
    });
  });
}

/** One document, or one on each line. */
function documentsIn(text: string): Inspection['printed'] {
  const lines = text.split('\n').filter((line) => line !== '');
  const documents = lines.every(isDocument) ? lines : [text];
  return documents.map((document) => JSON.parse(document) as Record<string, unknown>);
}

const isDocument = (line: string): boolean => line.startsWith('{') && line.endsWith('}');
