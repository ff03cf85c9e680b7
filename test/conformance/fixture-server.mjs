import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./serve.mjs', import.meta.url));
const START_TIMEOUT_MS = 30_000;

/** The server under test, as a process of its own on a free port. */
export class FixtureServer {
  /** Everything it printed. */
  output = '';

  constructor(child) {
    this.child = child;
    this.ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    }
  }

  static async start() {
    const env = { ...process.env, PORT: '0', NO_COLOR: '1' };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const server = new FixtureServer(child);
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    const address = findAddress(createInterface(child.stdout), signal);
    try {
      const url = await Promise.race([address, server.ended.then(() => undefined)]);
      if (url === undefined) throw new Error('it ended');
      return Object.assign(server, { url });
    } catch (error) {
      await server.stop();
      throw new Error(`the server did not start\n${server.output}`, { cause: error });
    }
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop() {
    this.child.kill();
    await this.ended;
  }
}

/** The line that is an address; the application may log before it. */
async function findAddress(lines, signal) {
  for await (const [line] of on(lines, 'line', { signal })) {
    if (URL.canParse(line)) return line;
  }
  return undefined;
}
