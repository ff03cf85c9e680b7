import { spawn } from 'node:child_process';

/** Runs a command without a shell; output is collected, a hanging command is ended. */
export function run(command, args, cwd, timeout = 180_000) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: '0' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', (error) => resolve({ ok: false, stdout, output: String(error) }));
    child.on('close', (code, signal) => {
      const ending = signal === null ? '' : `\nended by ${signal} after ${timeout} ms`;
      resolve({ ok: code === 0, stdout, output: stdout + stderr + ending });
    });
  });
}

/** Runs a JavaScript file with this Node. */
export const runNode = (args, cwd) => run(process.execPath, args, cwd);
