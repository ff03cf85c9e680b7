import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How an application is started. */
export interface WatchedStart {
  /** Whether through a shell, as the Nest CLI does unless it is told otherwise. */
  readonly shell: boolean;
  /** What the application is to be. */
  readonly env: Readonly<Record<string, string>>;
}

/** An application in a process of its own, started and stopped as the Nest CLI does under watch. */
export class WatchedProcess {
  /** Settles when the CLI would start the next one; where a shell was in between, when that is gone. */
  readonly ended: Promise<ProcessEnd>;
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as ProcessEnd);
  }

  /** @param apps directory of the compiled applications */
  static start(apps: string, { shell, env }: WatchedStart): WatchedProcess {
    const main = join(apps, 'test/apps/watched/main.js');
    const child = spawn(process.execPath, [main], {
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'development', ...env },
    });
    const watched = new WatchedProcess(child);
    const collect = (text: Buffer) => {
      watched.output += text.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    return watched;
  }

  /**
   * The port it listens on.
   *
   * @throws Error with everything it has printed, when it ends before
   */
  async port(): Promise<number> {
    for (;;) {
      const port = /listening on (\d+)/.exec(this.output)?.[1];
      if (port !== undefined) return Number(port);
      const printed = once(this.child.stdout as NodeJS.ReadableStream, 'data');
      const end = await Promise.race([printed.then(() => undefined), this.ended]);
      if (end !== undefined) throw new Error(`ended with ${end.code}: ${this.output}`);
    }
  }

  /** Ends the shell and everything it started. */
  async stop(signal: NodeJS.Signals): Promise<ProcessEnd> {
    const { pid } = this.child;
    for (const one of [...childrenOf(pid), pid]) send(one, signal);
    return this.ended;
  }
}

function childrenOf(parent: number | undefined): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch (error) {
    // It was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
