/**
 * Does what a page says, as its reader would, in an empty folder. The differences: `npm install nest-mcp`
 * takes a tarball, and port 3000 is a free one.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { root } from '../pack/folders.mjs';
import { outputProblem } from './compare-output.mjs';
import { readPage } from './read-page.mjs';

const STEP_MS = 240_000;

/**
 * @param page path of the page, below the root of the repository
 * @param folder an empty folder
 * @param tarball what is installed as `nest-mcp`
 * @returns a problem with the line of the page it came up at, or undefined
 */
export async function runPage(page, folder, tarball) {
  const reader = new Reader(folder, tarball, await freePort());
  try {
    for (const step of readPage(await readFile(join(root, page), 'utf8'))) {
      const problem = await reader[step.kind](step);
      if (problem !== undefined) return `${page}:${step.line} ${problem}`;
    }
    return undefined;
  } finally {
    await reader.leave();
  }
}

class Reader {
  #processes = [];

  constructor(folder, tarball, port) {
    this.folder = folder;
    this.tarball = tarball;
    this.port = port;
  }

  async file({ path, text }) {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  async run({ command, keepsRunning, fails, printed }) {
    const whereabouts = join(this.folder, '.page.cwd');
    const shell = new Shell(
      keepsRunning ? this.#here(command) : `${this.#here(command)}\npwd >'${whereabouts}'`,
      this.folder,
      this.port,
    );
    this.#processes.push(shell);
    const expected = printed && { ...printed, text: this.#here(printed.text) };
    if (keepsRunning) return shell.prints(expected);
    const code = await shell.ended;
    const failure = this.#failure(code, fails, shell, expected);
    if (failure === undefined && code === 0) {
      this.folder = (await readFile(whereabouts, 'utf8')).trim();
    }
    return failure;
  }

  #failure(code, fails, shell, expected) {
    if ((code !== 0) !== fails) return `ended with ${code}\n${shell.all}`;
    const problem = expected && outputProblem(expected, shell.stdout);
    return problem && `${problem}\n${shell.all}`;
  }

  #here(text) {
    return text
      .replaceAll(/^(npm install\b.* )nest-mcp\b/gm, `$1'${this.tarball}'`)
      .replaceAll('localhost:3000', `localhost:${this.port}`);
  }

  /** Ends what is still running. */
  async leave() {
    for (const shell of this.#processes) shell.end();
    await Promise.all(this.#processes.map(({ ended }) => ended));
  }
}

class Shell {
  stdout = '';
  all = '';

  constructor(command, cwd, port) {
    const env = {
      ...process.env,
      ...{ NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: '0', NO_COLOR: '1' },
      ...{ PORT: String(port), npm_config_yes: 'true', npm_config_prefer_offline: 'true' },
      ...{ npm_config_audit: 'false', npm_config_fund: 'false', npm_config_loglevel: 'error' },
    };
    // A group of its own, so that what the shell started ends with it.
    this.child = spawn('bash', ['-ec', command], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.ended = new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), STEP_MS);
      this.child.on('close', (code, signal) => {
        clearTimeout(timer);
        resolve(code ?? signal);
      });
    });
    this.child.stdout.on('data', (chunk) => (this.stdout += chunk));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on('data', (chunk) => (this.all += chunk));
    }
  }

  /** Waits until the output is as expected. */
  prints(expected) {
    return new Promise((resolve) => {
      const look = () => {
        if (expected === undefined || !outputProblem(expected, this.stdout)) resolve(undefined);
      };
      this.child.stdout.on('data', look);
      void this.ended.then((code) => resolve(`ended with ${code}\n${this.all}`));
      look();
    });
  }

  end() {
    try {
      process.kill(-this.child.pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  }
}
